/** What a session needs of an injected Bitcoin wallet, the same for every protocol. */
import type { Dispose } from '@portico/kernel'
import type { NetworkId } from '@portico/kernel/chain'
import type { AnyCapability, WalletReport } from '@portico/kernel/connector-kit'
import type { BitcoinHandle } from './handle.js'

/** Results are validated. Rethrows the wallet's errors with EIP-1193 codes. */
export interface WalletAdapter extends Pick<BitcoinHandle, 'signMessage' | 'signPsbt'> {
  /**
   * Opens the wallet's prompt. `wanted`: the network to end on, where the wallet offers the choice.
   */
  connect(wanted: NetworkId | undefined, signal: AbortSignal): Promise<WalletReport>
  /**
   * Reads the wallet without a prompt. Undefined: it does not know this page, or cannot be read.
   * `known`: the last network, for wallets that do not report it.
   */
  read(known: NetworkId | undefined, signal: AbortSignal): Promise<WalletReport | undefined>
  /** `changed` only triggers another read. */
  listen(onChange: (change: 'changed' | 'gone') => void): Dispose
  /** Absent: the wallet cannot switch. */
  switchNetwork?(network: NetworkId, signal: AbortSignal): Promise<void>
  /** Absent: the wallet cannot be disconnected. */
  disconnect?(signal: AbortSignal): Promise<unknown>
  supports(capability: AnyCapability): boolean
}
