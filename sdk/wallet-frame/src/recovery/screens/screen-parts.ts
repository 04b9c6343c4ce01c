import type { Message } from '@portico/kernel/text'
import type { KeyWorkerClient } from '../../keys/key-worker-client.js'
import type { Passkeys } from '../passkey-secret.js'
import type { WalletRecovery } from '../wallet-recovery.js'
import type { FreshLogin } from './fresh-login.js'
import type { View } from './view.js'

/** What every screen works with. */
export interface ScreenParts {
  readonly view: View
  readonly translate: (message: Message) => string
  readonly keys: KeyWorkerClient
  readonly recovery: WalletRecovery
  readonly passkeys: Passkeys
  readonly fresh: FreshLogin
  readonly signal: AbortSignal
}
