import type { AnyPluginContext, Dispose } from '@portico/kernel'
import type { RemoteSession } from '@portico/kernel/capabilities'
import {
  type AccountId,
  ChainError,
  isNetworkId,
  type NetworkId,
  namespaceOf,
} from '@portico/kernel/chain'
import { sendWalletRequest } from '@portico/kernel/connector-kit'
import type { MyWalletTransport } from './transport.js'

interface Approved {
  readonly accounts: readonly AccountId[]
  readonly networks: readonly NetworkId[]
  readonly methods: readonly string[]
}

/** Validates what the wallet approved: accounts and networks of this chain, at least one each. */
export function readSession(answer: unknown, chain: string): Approved {
  const { accounts, networks, methods } = Object(answer) as Readonly<Record<string, unknown>>
  const isOurs = (network: unknown): network is NetworkId =>
    isNetworkId(network) && namespaceOf(network) === chain
  const isAccount = (account: unknown): account is AccountId =>
    typeof account === 'string' && isOurs(account.slice(0, account.lastIndexOf(':')))
  const isEach = <Item>(
    list: unknown,
    isOne: (item: unknown) => item is Item,
  ): list is readonly Item[] => Array.isArray(list) && list.length > 0 && list.every(isOne)
  const isText = (item: unknown): item is string => typeof item === 'string'
  if (!isEach(accounts, isAccount) || !isEach(networks, isOurs) || !isEach(methods, isText))
    throw new ChainError('WALLET_ANSWER')
  return { accounts, networks, methods }
}

/** The session as every chain can open it. Follows the wallet until it or the plugin ends. */
export function createSession(
  transport: MyWalletTransport,
  chain: string,
  first: Approved,
  context: AnyPluginContext,
): RemoteSession {
  let approved = first
  const ask = (method: string, params: unknown, signal: AbortSignal, network?: NetworkId) =>
    sendWalletRequest(method, () => transport.request(method, params, network), context, signal)
  return {
    get accounts() {
      return approved.accounts
    },
    get approved() {
      return approved.networks
    },
    get methods() {
      return approved.methods
    },
    request: (method, params, network, signal) => ask(method, params, signal, network),
    watch(listener) {
      let isOver = false
      const update = async () => {
        const answer = await ask('session', { chain }, context.signal)
        if (isOver) return
        approved = readSession(answer, chain)
        listener({ name: 'sessionUpdated', data: undefined })
      }
      const changed = () => void update().catch(context.report)
      const closed = () => {
        isOver = true
        listener({ name: 'closed', data: undefined })
      }
      const stop: Dispose = () => {
        isOver = true
        transport.off('changed', changed)
        transport.off('closed', closed)
        context.signal.removeEventListener('abort', stop)
      }
      transport.on('changed', changed)
      transport.on('closed', closed)
      context.signal.addEventListener('abort', stop, { once: true })
      // What changed since the wallet answered.
      changed()
      return stop
    },
    close: async signal => void (await ask('disconnect', { chain }, signal)),
  }
}
