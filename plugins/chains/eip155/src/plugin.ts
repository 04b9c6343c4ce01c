import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  addressesCapability,
  balancesCapability,
  messagesCapability,
  networksCapability,
  nftsCapability,
  remoteSessionsCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { chainsSlot, lazyParts } from '@portico/kernel/chain'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { languagePacksSlot, shortenAddress, type Translation } from '@portico/kernel/text'
import { looksLikeAddress } from './looks-like-address.js'
import { namespace } from './networks.js'
import { type Eip155Options, readOptions } from './options.js'
import { transactionMethods } from './refs.js'

/**
 * The plugin for Ethereum and other EVM chains. Connecting needs no SDK; viem loads with the first
 * call that needs it. Makes no request before its first use.
 */
export const eip155 = (options: Eip155Options = {}): Plugin =>
  definePlugin({
    id: 'chain/eip155',
    wants: [connectionService],
    setup(context) {
      const setup = readOptions(options, context)
      const part = lazyParts(
        once(() => import('./chain.js').then(code => code.createChain(setup, context))),
      )

      context.contribute(languagePacksSlot, {
        id: 'eip155',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      context.contribute(chainsSlot, { id: namespace, name: 'Ethereum', networks: setup.networks })
      context.offer(addressesCapability, namespace, {
        looksLike: looksLikeAddress,
        shorten: shortenAddress,
        ...part('addresses', 'parse', 'uri'),
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'smartAccount',
        ...part('networks', 'switch'),
      })
      context.offer(balancesCapability, namespace, {
        tokenNamespace: 'erc20',
        nativeAddress: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        ...part('balances', 'native', 'tokens', 'token'),
      })
      context.offer(messagesCapability, namespace, part('messages', 'sign', 'signTyped', 'verify'))
      context.offer(nftsCapability, namespace, part('nfts', 'page'))
      context.offer(transactionsCapability, namespace, {
        dialects: [`${namespace}/transaction`],
        ...part('transactions', ...transactionMethods),
      })
      context.offer(transfersCapability, namespace, part('transfers', 'prepare'))
      context.offer(remoteSessionsCapability, namespace, part('remoteSessions', 'scope', 'open'))

      const discovery = once(() => import('./wallets/discovery.js'))
      context.contribute(discoveriesSlot, {
        id: namespace,
        load: discovery,
        start: () => discovery().then(code => code.discoverWallets(context, setup)),
      })
    },
  })
