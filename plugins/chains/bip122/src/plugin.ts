import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  activity,
  addresses,
  balances,
  chains,
  discoveries,
  languagePacks,
  later,
  messages,
  networks,
  remoteSessions,
  shortenAddress,
  type Translation,
  transactions,
  transfers,
} from '@portico/kernel/contracts'
import { namespace } from './networks.js'
import { type Bip122Options, readOptions } from './options.js'

const looksLike = (text: string) => /^(?:(?:bc|tb|bcrt)1[a-z\d]{6,87}|[123mn][1-9a-z]{24,34})$/i.test(text)

/** Bitcoin. Its libraries arrive with the first call that needs them. Asks no endpoint anything before somebody asks for it. */
export const bip122 = (options: Bip122Options = {}): Plugin =>
  definePlugin({
    id: 'chain/bip122',
    setup(context) {
      const setup = readOptions(options, context)
      const part = later(once(() => import('./lazy/chain.js').then(code => code.createChain(setup))))

      context.contribute(languagePacks, { id: 'bip122', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.contribute(chains, { id: namespace, name: 'Bitcoin', networks: setup.networks })
      context.offer(addresses, namespace, { looksLike, shorten: shortenAddress, ...part('addresses', 'parse', 'uri') })
      context.offer(networks, namespace, { defaultAccountType: 'payment', ...part('networks', 'switch') })
      context.offer(activity, namespace, part('activity', 'page'))
      context.offer(balances, namespace, part('balances', 'native'))
      context.offer(messages, namespace, part('messages', 'sign', 'verify'))
      context.offer(transactions, namespace, {
        dialects: [`${namespace}/psbt`],
        ...part('transactions', 'estimate', 'send', 'describe', 'find', 'compare', 'confirm'),
      })
      context.offer(transfers, namespace, part('transfers', 'prepare'))
      context.offer(remoteSessions, namespace, part('remoteSessions', 'scope', 'open'))

      const discovery = () => import('./lazy/discovery.js')
      context.contribute(discoveries, {
        id: namespace,
        load: discovery,
        start: () => discovery().then(code => code.discoverWallets(context, setup)),
      })
    },
  })
