import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  activityCapability,
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
import { type Bip122Options, readOptions } from './options.js'

const looksLike = (text: string) =>
  /^(?:(?:bc|tb|bcrt)1[a-z\d]{6,87}|[123mn][1-9a-z]{24,34})$/i.test(text)

/**
 * The plugin for Bitcoin. Its libraries load with the first call that needs them. Makes no request
 * before its first use.
 */
export const bip122 = (options: Bip122Options = {}): Plugin =>
  definePlugin({
    id: 'chain/bip122',
    setup(context) {
      const setup = readOptions(options, context)
      const part = lazyParts(once(() => import('./chain.js').then(code => code.createChain(setup))))

      context.contribute(languagePacksSlot, {
        id: 'bip122',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      context.contribute(chainsSlot, { id: namespace, name: 'Bitcoin', networks: setup.networks })
      context.offer(addressesCapability, namespace, {
        looksLike,
        shorten: shortenAddress,
        ...part('addresses', 'parse', 'uri'),
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'payment',
        ...part('networks', 'switch'),
      })
      context.offer(activityCapability, namespace, part('activity', 'page'))
      context.offer(balancesCapability, namespace, part('balances', 'native'))
      context.offer(messagesCapability, namespace, part('messages', 'sign', 'verify'))
      context.offer(transactionsCapability, namespace, {
        dialects: [`${namespace}/psbt`],
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
