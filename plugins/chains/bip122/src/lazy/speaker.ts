/** What a line needs of a Bitcoin wallet in the page, whatever protocol it speaks. */
import type { Dispose } from '@portico/kernel'
import type { AnyCapability, NetworkId, WalletReport } from '@portico/kernel/contracts'
import type { BitcoinPort } from './port.js'

/** Everything that a speaker answers was read at the door; it throws what the wallet threw, under codes that mean the same everywhere. */
export interface Speaker extends Pick<BitcoinPort, 'signMessage' | 'signPsbt'> {
  /** Asks the person. `wanted`: the network to end up on, if the wallet has a say in it. */
  connect(wanted: NetworkId | undefined, signal: AbortSignal): Promise<WalletReport>
  /** What it says without asking anybody. Undefined: it does not know this page, or cannot say. `known`: where it was, for wallets that do not say. */
  read(known: NetworkId | undefined, signal: AbortSignal): Promise<WalletReport | undefined>
  /** `changed` is only a reason to read it again. */
  listen(heard: (news: 'changed' | 'gone') => void): Dispose
  /** Absent: it stays where it is. */
  switchNetwork?(network: NetworkId, signal: AbortSignal): Promise<void>
  /** Absent: it cannot be told. */
  farewell?(signal: AbortSignal): Promise<unknown>
  supports(capability: AnyCapability): boolean
}
