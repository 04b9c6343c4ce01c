import type { Dispose } from '../../refs.js'
import { defineCapability } from '../../refs.js'
import type { AccountId, NetworkId } from '../chain/caip.js'
import type { WalletSession } from '../connector-kit/connector.js'

/**
 * What to ask a remote wallet for, and how its answers become a line. Offered by every chain that
 * has such wallets, used by walletconnect and embedded.
 */
export interface RemoteSessions {
  /** What a session has to cover. */
  scope(): Promise<RemoteScope>
  /**
   * Converts an approved session to a wallet session. Its handle has the same type as that of
   * the chain's own connectors.
   */
  open(session: RemoteSession, signal: AbortSignal): Promise<WalletSession>
}
/** Networks, methods and events of one namespace (CAIP-25). */
export interface RemoteScope {
  readonly networks: readonly NetworkId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Its wallets know how to sign in with the same approval (CAIP-222). */
  readonly signsIn?: true
}
/**
 * The part of a remote session that is one namespace's. Live: its accounts, networks and methods
 * are those of now; each change emits an event.
 */
export interface RemoteSession {
  readonly accounts: readonly AccountId[]
  readonly approved: readonly NetworkId[]
  /** The network to begin on, if the wallet approved it: where the person was before. */
  readonly network?: NetworkId
  /** The methods that the wallet granted. */
  readonly methods: readonly string[]
  /**
   * What the wallet sent along with its approval (CAIP-25 session properties): bip122 wallets put
   * their public keys there.
   */
  readonly properties?: Readonly<Record<string, string>>
  request(
    method: string,
    params: unknown,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<unknown>
  /**
   * Session events (CAIP-25): name, data, and the network they are about; `sessionUpdated` when
   * what was approved is another; `closed` when the session ended.
   */
  watch(
    listener: (event: {
      readonly name: string
      readonly data: unknown
      readonly network?: NetworkId
    }) => void,
  ): Dispose
  close(signal: AbortSignal): Promise<void>
}
export const remoteSessionsCapability =
  /* @__PURE__ */ defineCapability<RemoteSessions>('remote-sessions@1')
