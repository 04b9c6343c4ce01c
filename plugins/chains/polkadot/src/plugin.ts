import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
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
import { type PolkadotOptions, readOptions } from './options.js'

const looksLike = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{46,51}$/.test(text)

/** Polkadot and its kin. Its libraries arrive with the first call that needs them. Asks no endpoint anything before somebody asks for it. */
export const polkadot = (options: PolkadotOptions = {}): Plugin =>
  definePlugin({
    id: 'chain/polkadot',
    setup(context) {
      const setup = readOptions(options, context)
      const part = later(once(() => import('./lazy/chain.js').then(code => code.createChain(setup))))

      context.contribute(languagePacks, { id: 'polkadot', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.contribute(chains, { id: namespace, name: 'Polkadot', networks: setup.networks })
      context.offer(addresses, namespace, { looksLike, shorten: shortenAddress, ...part('addresses', 'parse') })
      context.offer(networks, namespace, { defaultAccountType: 'eoa', ...part('networks', 'switch') })
      context.offer(balances, namespace, part('balances', 'native'))
      context.offer(messages, namespace, part('messages', 'sign', 'verify'))
      context.offer(transactions, namespace, {
        dialects: [`${namespace}/call`],
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
