import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  addresses,
  balances,
  chains,
  connection,
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
import { looksLikeAddress } from './looks-like-address.js'
import { namespace } from './networks.js'
import { type Eip155Options, readOptions } from './options.js'

/** Ethereum and its kin. Connecting needs no SDK; viem arrives with the first call that needs it. Asks no endpoint anything before somebody asks for it. */
export const eip155 = (options: Eip155Options = {}): Plugin =>
  definePlugin({
    id: 'chain/eip155',
    wants: [connection],
    setup(context) {
      const setup = readOptions(options, context)
      const part = later(once(() => import('./lazy/chain.js').then(code => code.createChain(setup, context))))

      context.contribute(languagePacks, { id: 'eip155', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.contribute(chains, { id: namespace, name: 'Ethereum', networks: setup.networks })
      context.offer(addresses, namespace, { looksLike: looksLikeAddress, shorten: shortenAddress, ...part('addresses', 'parse', 'uri') })
      context.offer(networks, namespace, { defaultAccountType: 'smartAccount', ...part('networks', 'switch') })
      context.offer(balances, namespace, {
        tokenNamespace: 'erc20',
        nativeAddress: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        ...part('balances', 'native', 'tokens', 'token'),
      })
      context.offer(messages, namespace, part('messages', 'sign', 'signTyped', 'verify'))
      context.offer(nfts, namespace, part('nfts', 'page'))
      context.offer(transactions, namespace, {
        dialects: [`${namespace}/transaction`],
        ...part('transactions', 'estimate', 'send', 'sendAll', 'describe', 'find', 'compare', 'confirm'),
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
