import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  addresses,
  balances,
  bip122Psbt,
  chains,
  discoveries,
  messages,
  networks,
  remoteSessions,
  shortenAddress,
  transactions,
  transfers,
} from '@portico/kernel/contracts'
import { deferred } from './deferred.js'
import { namespace } from './networks.js'
import { type Bip122Options, readOptions } from './options.js'

const looksLike = (text: string) => /^(?:(?:bc|tb|bcrt)1[a-z\d]{6,87}|[123mn][1-9a-z]{24,34})$/i.test(text)

/** Bitcoin. Its libraries arrive with the first call that needs them. Asks no endpoint anything before somebody asks for it. */
export const bip122 = (options: Bip122Options = {}): Plugin =>
  definePlugin({
    id: 'chain/bip122',
    setup(context) {
      const setup = readOptions(options, context)
      const chain = once(() => import('./lazy/chain.js').then(code => code.createChain(setup)))
      const part =
        <Name extends keyof Awaited<ReturnType<typeof chain>>>(name: Name) =>
        () =>
          chain().then(parts => parts[name])

      context.contribute(chains, { id: namespace, name: 'Bitcoin', networks: setup.networks })
      context.offer(addresses, namespace, { looksLike, shorten: shortenAddress, ...deferred(part('addresses'), 'parse') })
      context.offer(networks, namespace, { defaultAccountType: 'payment', ...deferred(part('networks'), 'switch') })
      context.offer(balances, namespace, deferred(part('balances'), 'native'))
      context.offer(messages, namespace, deferred(part('messages'), 'sign', 'verify'))
      context.offer(transactions, namespace, { dialects: [bip122Psbt.id], ...deferred(part('transactions'), 'estimate', 'send', 'confirm') })
      context.offer(transfers, namespace, deferred(part('transfers'), 'prepare'))
      context.offer(remoteSessions, namespace, deferred(part('remoteSessions'), 'scope', 'open'))

      context.contribute(discoveries, {
        id: namespace,
        async start() {
          if (!globalThis.window) return
          await import('./lazy/discovery.js').then(code => (context.signal.aborted ? undefined : code.discoverWallets(context, setup, window)))
        },
      })
    },
  })
