import {
  type PreparedTransfer,
  type RemoteSession,
  type RemoteSessions,
  remoteSessionsCapability,
  type Transactions,
  type Transfers,
  transactionsCapability,
  transfersCapability,
} from '../src/contracts/capabilities/index.js'
import type { Connector, WalletSession } from '../src/contracts/connector-kit/index.js'
import type { Tamper } from './tally-rig.js'

export const replace =
  (ref: { readonly id: string }, change: (value: never) => unknown): NonNullable<Tamper['offer']> =>
  (offered, scope, value) => [scope, offered.id === ref.id ? change(value) : value]
export const connector =
  (change: (connector: Connector) => Partial<Connector>): NonNullable<Tamper['contribute']> =>
  (item: never) =>
    'connect' in (item as object) ? { ...(item as Connector), ...change(item) } : item
export const changeSession = (change: (walletSession: WalletSession) => Partial<WalletSession>) =>
  connector(one => ({
    connect: async (request, signal) => {
      const made = await one.connect(request, signal)
      return { ...made, ...change(made) }
    },
  }))
/** Replaces how remote sessions are opened. */
export const remote = (
  open: (
    open: RemoteSessions['open'],
    session: RemoteSession,
    signal: AbortSignal,
  ) => Promise<WalletSession>,
): Tamper => ({
  offer: replace(remoteSessionsCapability, (value: RemoteSessions) => ({
    ...value,
    open: (session: RemoteSession, signal: AbortSignal) => open(value.open, session, signal),
  })),
})
/** Replaces how a session sends requests. */
export const requesting = (
  request: (
    session: RemoteSession,
    ...ask: Parameters<RemoteSession['request']>
  ) => Promise<unknown>,
): Tamper =>
  remote((open, session, signal) =>
    open(
      Object.create(session, {
        request: {
          value: (...ask: Parameters<RemoteSession['request']>) => request(session, ...ask),
        },
      }),
      signal,
    ),
  )
export const prepared = (
  change: (made: PreparedTransfer) => Partial<PreparedTransfer>,
): Tamper => ({
  offer: replace(transfersCapability, ({ prepare }: Transfers) => ({
    prepare: async (...ask: Parameters<Transfers['prepare']>) => {
      const made = await prepare(...ask)
      return { ...made, ...(ask[0].amount === 'max' && change(made)) }
    },
  })),
})
/** Replaces parts of the transactions capability. */
export const sending = (
  change: (own: Required<Transactions>) => {
    readonly [Member in keyof Transactions]?: Transactions[Member] | undefined
  },
): Tamper => ({
  offer: replace(transactionsCapability, (value: Required<Transactions>) => ({
    ...value,
    ...change(value),
  })),
})
export const never = new AbortController().signal
export const hanging = () => new Promise<never>(() => undefined)
export const tallyAccounts = (...addresses: readonly string[]) =>
  addresses.map(address => ({ namespace: 'tally', address, type: 'eoa' }) as const)
/** A connector that trusts the wallet's report. */
export const believing = (address: string) =>
  connector(one => ({
    async connect(request, signal) {
      try {
        return await one.connect(request, signal)
      } catch {
        const report = { accounts: tallyAccounts(address), network: 'tally:main' } as const
        return {
          handle: {},
          report,
          watch: () => () => undefined,
          disconnect: async () => undefined,
        }
      }
    },
  }))
export const holding = (made: WalletSession): WalletSession => {
  made.watch(() => undefined)
  return made
}
