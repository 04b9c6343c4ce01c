import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  addressesCapability,
  balancesCapability,
  messagesCapability,
  networksCapability,
  remoteSessionsCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { chainsSlot, lazyParts } from '@portico/kernel/chain'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { languagePacksSlot, shortenAddress, type Translation } from '@portico/kernel/text'
import { namespace } from './networks.js'
import { type PolkadotOptions, readOptions } from './options.js'

const looksLike = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{46,51}$/.test(text)

/**
 * The plugin for Polkadot and other Substrate chains. Its libraries load with the first call that
 * needs them. Makes no request before its first use.
 */
export const polkadot = (options: PolkadotOptions = {}): Plugin =>
  definePlugin({
    id: 'chain/polkadot',
    setup(context) {
      const setup = readOptions(options, context)
      const part = lazyParts(once(() => import('./chain.js').then(code => code.createChain(setup))))

      context.contribute(languagePacksSlot, {
        id: 'polkadot',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      context.contribute(chainsSlot, { id: namespace, name: 'Polkadot', networks: setup.networks })
      context.offer(addressesCapability, namespace, {
        looksLike,
        shorten: shortenAddress,
        ...part('addresses', 'parse'),
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'eoa',
        ...part('networks', 'switch'),
      })
      context.offer(balancesCapability, namespace, part('balances', 'native'))
      context.offer(messagesCapability, namespace, part('messages', 'sign', 'verify'))
      context.offer(transactionsCapability, namespace, {
        dialects: [`${namespace}/call`],
        ...part('transactions', 'estimate', 'send', 'describe', 'find', 'compare', 'confirm'),
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
