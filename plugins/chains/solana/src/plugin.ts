import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  activityCapability,
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
import { languagePacksSlot, shortenAddress, type Translation } from '@portico/kernel/text'
import { namespace } from './networks.js'
import { readOptions, type SolanaOptions } from './options.js'
import { walletAppSlice } from './persisted.js'

const looksLike = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

/**
 * The plugin for Solana. Connecting needs no SDK; @solana/web3.js loads with the first transfer.
 * Makes no request before its first use.
 */
export const solana = (options: SolanaOptions = {}): Plugin =>
  definePlugin({
    id: 'chain/solana',
    owns: [walletAppSlice],
    setup(context) {
      const setup = readOptions(options, context)
      const part = lazyParts(once(() => import('./chain.js').then(code => code.createChain(setup))))

      context.contribute(languagePacksSlot, {
        id: 'solana',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      context.contribute(chainsSlot, { id: namespace, name: 'Solana', networks: setup.networks })
      context.offer(addressesCapability, namespace, {
        looksLike,
        shorten: shortenAddress,
        ...part('addresses', 'parse', 'uri'),
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'eoa',
        ...part('networks', 'switch'),
      })
      context.offer(balancesCapability, namespace, {
        tokenNamespace: 'token',
        nativeAddress: 'So11111111111111111111111111111111111111112',
        ...part('balances', 'native', 'tokens'),
      })
      context.offer(messagesCapability, namespace, part('messages', 'sign', 'signIn', 'verify'))
      context.offer(transactionsCapability, namespace, {
        dialects: [`${namespace}/transaction`],
        ...part('transactions', 'estimate', 'send', 'confirm', 'describe', 'find', 'compare'),
      })
      context.offer(transfersCapability, namespace, part('transfers', 'prepare'))
      context.offer(activityCapability, namespace, part('activity', 'page'))
      context.offer(nftsCapability, namespace, part('nfts', 'page'))
      context.offer(remoteSessionsCapability, namespace, part('remoteSessions', 'scope', 'open'))

      const discovery = once(() => import('./wallets/discovery.js'))
      context.contribute(discoveriesSlot, {
        id: namespace,
        load: discovery,
        start: () => discovery().then(code => code.discoverWallets(context, setup)),
      })
    },
  })
