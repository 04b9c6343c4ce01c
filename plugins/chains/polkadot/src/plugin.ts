import { definePlugin, KernelError, once, type Plugin } from '@portico/kernel'
import {
  addresses,
  balances,
  chains,
  messages,
  networks,
  polkadotCall,
  remoteSessions,
  shortenAddress,
  transactions,
  transfers,
} from '@portico/kernel/contracts'
import { deferred } from './deferred.js'
import { discoverWallets } from './discovery.js'
import { namespace, polkadotRelay } from './networks.js'
import type { PolkadotOptions, PolkadotSetup } from './options.js'
import { remoteScope } from './remote-scope.js'

/** Polkadot and its kin. Its libraries arrive with the first call that needs them. Asks no endpoint anything before somebody asks for it. */
export const polkadot = (options: PolkadotOptions = {}): Plugin =>
  definePlugin({
    id: 'chain/polkadot',
    setup(context) {
      const {
        networks: list = [polkadotRelay],
        appName = globalThis.location?.hostname ?? 'Portico',
        endpointTimeoutMs = 10_000,
        confirmationPollMs = 6_000,
      } = options
      if (!list[0] || list.some(network => network.chainNamespace !== namespace)) {
        throw new KernelError(
          'BAD_PLUGIN',
          'polkadot({ networks }) wants at least one network, and its own only.',
          undefined,
          'describe others by defineSubstrateNetwork.',
        )
      }
      const setup: PolkadotSetup = { networks: list, appName, endpointTimeoutMs, confirmationPollMs, signal: context.signal, report: context.report }
      const chain = once(async () => (await import('./lazy/chain.js')).createChain(setup))
      const part =
        <Name extends keyof Awaited<ReturnType<typeof chain>>>(name: Name) =>
        async () =>
          (await chain())[name]

      context.contribute(chains, { id: namespace, name: 'Polkadot', networks: list })
      context.offer(addresses, namespace, {
        looksLike: text => /^[1-9A-HJ-NP-Za-km-z]{46,51}$/.test(text),
        shorten: shortenAddress,
        ...deferred(part('addresses'), 'parse'),
      })
      context.offer(networks, namespace, { defaultAccountType: 'eoa', ...deferred(part('networks'), 'switch') })
      context.offer(balances, namespace, deferred(part('balances'), 'native'))
      context.offer(messages, namespace, deferred(part('messages'), 'sign', 'verify'))
      context.offer(transactions, namespace, { dialects: [polkadotCall.id], ...deferred(part('transactions'), 'estimate', 'send', 'confirm') })
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
