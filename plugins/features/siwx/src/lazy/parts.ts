import type { SiwxStorage } from '../options.js'
import type { SignInTarget } from '../siwx-state.js'
import type { Book } from './book.js'
import type { Clock } from './clock.js'
import type { Keeper } from './keeper.js'
import type { Meanwhile } from './meanwhile.js'
import type { OneClick } from './one-click.js'
import type { Progress } from './progress.js'

/** What the parts of a sign-in know of each other. */
export interface Parts {
  readonly book: Book
  readonly clock: Clock
  readonly keeper: Keeper
  readonly progress: Progress
  readonly storage: SiwxStorage
  /** Whom the person worked with last. */
  last: SignInTarget | undefined
  /** Once a pairing was asked to sign along. */
  oneClick?: OneClick
  /** The code for what else is asked and happens, once it is there. */
  meanwhile(): Promise<Meanwhile>
}
