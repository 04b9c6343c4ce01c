/**
 * A library of WalletConnect that pairs when an entry says so, and with no relay: what is looked at
 * is the view.
 */
import type { WalletConnectModule } from '@portico/plugin-walletconnect'

export interface PairedLibrary {
  readonly load: () => Promise<WalletConnectModule>
  /** True after a link was requested. */
  readonly isRequested: boolean
  /** The person declines in the wallet. */
  refuse(): void
  loseRelay(): void
  /** From now on no link comes. */
  fallSilent(): void
}
export function pairedLibrary(): PairedLibrary {
  const relay = new Map<string, (() => void)[]>()
  const refusals: (() => void)[] = []
  const now = { isSilent: false, isRequested: false }
  const nothing = async () => undefined
  const client = {
    async connect() {
      now.isRequested = true
      if (now.isSilent) return new Promise<never>(() => undefined)
      const approval = new Promise((_, reject) =>
        refusals.push(() => reject({ code: 5000, message: 'User rejected.' })),
      )
      approval.catch(() => undefined)
      return {
        uri: `wc:${'7f'.repeat(32)}@2?expiryTimestamp=1900000000&relay-protocol=irn&symKey=${'a5'.repeat(32)}`,
        approval: () => approval,
      }
    },
    session: { getAll: () => [] },
    proposal: { getAll: () => [] },
    on: () => undefined,
    off: () => undefined,
    disconnect: nothing,
    request: nothing,
    core: {
      storage: { setItem: nothing, removeItem: nothing },
      verify: {},
      expirer: { set: () => undefined },
      history: { delete: () => undefined },
      pairing: { pairings: { getAll: () => [] } },
      crypto: { deleteKeyPair: nothing },
      heartbeat: {},
      relayer: {
        connected: true,
        on: (event: string, listener: () => void) =>
          void relay.set(event, [...(relay.get(event) ?? []), listener]),
        off: () => undefined,
        transportOpen: nothing,
        transportClose: nothing,
      },
    },
  }
  return {
    get isRequested() {
      return now.isRequested
    },
    load: async () => ({ UniversalProvider: { init: async () => ({ client }) } }),
    refuse: () => {
      for (const refuse of refusals) refuse()
    },
    loseRelay: () => {
      for (const listener of relay.get('relayer_disconnect') ?? []) listener()
    },
    fallSilent: () => {
      now.isSilent = true
    },
  }
}
