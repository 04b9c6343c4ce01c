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
  nfts,
  remoteSessions,
  shortenAddress,
  type Translation,
  transactions,
  transfers,
} from '@portico/kernel/contracts'
import { namespace } from './networks.js'
import { readOptions, type SolanaOptions } from './options.js'

const looksLike = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

/** Solana. Connecting needs no SDK; @solana/web3.js arrives with the first transfer. Asks no endpoint anything before somebody asks for it. */
export const solana = (options: SolanaOptions = {}): Plugin =>
  definePlugin({
    id: 'chain/solana',
    setup(context) {
      const setup = readOptions(options, context)
      const part = later(once(() => import('./lazy/chain.js').then(code => code.createChain(setup))))

      context.contribute(languagePacks, { id: 'solana', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.contribute(chains, { id: namespace, name: 'Solana', networks: setup.networks })
      context.offer(addresses, namespace, { looksLike, shorten: shortenAddress, ...part('addresses', 'parse', 'uri') })
      context.offer(networks, namespace, { defaultAccountType: 'eoa', ...part('networks', 'switch') })
      context.offer(balances, namespace, {
        tokenNamespace: 'token',
        nativeAddress: 'So11111111111111111111111111111111111111112',
        ...part('balances', 'native', 'tokens'),
      })
      context.offer(messages, namespace, part('messages', 'sign', 'signIn', 'verify'))
      context.offer(transactions, namespace, {
        dialects: [`${namespace}/transaction`],
        ...part('transactions', 'estimate', 'send', 'confirm', 'describe', 'find', 'compare'),
      })
      context.offer(transfers, namespace, part('transfers', 'prepare'))
      context.offer(activity, namespace, part('activity', 'page'))
      context.offer(nfts, namespace, part('nfts', 'page'))
      context.offer(remoteSessions, namespace, part('remoteSessions', 'scope', 'open'))

      const discovery = () => import('./lazy/discovery.js')
      context.contribute(discoveries, {
        id: namespace,
        load: discovery,
        start: () => discovery().then(code => code.discoverWallets(context, setup)),
      })
    },
  })
