import { definePlugin, KernelError, once, type Plugin } from '@portico/kernel'
import {
  addresses,
  balances,
  chains,
  eip155Transaction,
  messages,
  networks,
  remoteSessions,
  shortenAddress,
  transactions,
  transfers,
} from '@portico/kernel/contracts'
import { deferred } from './deferred.js'
import { discoverWallets } from './discovery.js'
import { mainnet, namespace } from './networks.js'
import type { Eip155Options, Eip155Setup } from './options.js'
import { remoteScope } from './remote-scope.js'

/** Ethereum and its kin. Connecting needs no SDK; viem arrives with the first call that needs it. Asks no endpoint anything before somebody asks for it. */
export const eip155 = (options: Eip155Options = {}): Plugin =>
  definePlugin({
    id: 'chain/eip155',
    setup(context) {
      const { networks: list = [mainnet], rpcTimeoutMs = 10_000 } = options
      if (!list[0] || list.some(network => network.chainNamespace !== namespace)) {
        throw new KernelError(
          'BAD_PLUGIN',
          'eip155({ networks }) wants at least one network, and its own only.',
          undefined,
          'describe others by defineEvmNetwork.',
        )
      }
      const setup: Eip155Setup = { networks: list, rpcTimeoutMs, signal: context.signal, report: context.report }
      const chain = once(async () => (await import('./lazy/chain.js')).createChain(setup))
      const part =
        <Name extends keyof Awaited<ReturnType<typeof chain>>>(name: Name) =>
        async () =>
          (await chain())[name]

      context.contribute(chains, { id: namespace, name: 'Ethereum', networks: list })
      context.offer(addresses, namespace, {
        looksLike: text => /^(0x)?[\da-fA-F]{40}$/.test(text),
        shorten: shortenAddress,
        ...deferred(part('addresses'), 'parse'),
      })
      context.offer(networks, namespace, { defaultAccountType: 'smartAccount', ...deferred(part('networks'), 'switch') })
      context.offer(balances, namespace, { nativeAddress: `0x${'e'.repeat(40)}`, ...deferred(part('balances'), 'native', 'tokens') })
      context.offer(messages, namespace, deferred(part('messages'), 'sign', 'signTyped', 'verify'))
      context.offer(transactions, namespace, { dialects: [eip155Transaction.id], ...deferred(part('transactions'), 'estimate', 'send', 'confirm') })
      context.offer(transfers, namespace, deferred(part('transfers'), 'prepare'))
      context.offer(remoteSessions, namespace, { scope: remoteScope(list), ...deferred(part('remoteSessions'), 'open') })

      context.onStart(signal => {
        if (!globalThis.window) return
        const open = async () => (await import('./lazy/injected-connector.js')).createInjectedConnector
        discoverWallets(
          context,
          wallet =>
            deferred(
              once(async () => (await open())(wallet, setup)),
              'connect',
              'restore',
            ),
          window,
          signal,
        )
      })
    },
  })
