/** What others do meanwhile: wallets that move, hang up or are disconnected, and the other tabs. */
import { accountSwitched, disconnected, liveConnections, networkSwitched, shell as shellService, walletDisconnected } from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { type SiwxContext, siwxMemory, siwxSignMessageView } from '../refs.js'
import type { SignInTarget } from '../siwx-state.js'
import type { Book } from './book.js'
import type { Keeper } from './keeper.js'
import type { Opening } from './opening.js'
import type { Progress } from './progress.js'
import { canSignIn, isSameTarget, targetNow } from './target.js'

interface Parts {
  readonly book: Book
  readonly keeper: Keeper
  readonly opening: Opening
  readonly progress: Progress
}
export function follow(context: SiwxContext, options: SiwxOptions, { book, keeper, opening, progress }: Parts) {
  const { required = true, onAccountChange = 'ask', onNetworkChange = 'ask' } = options
  const { phase, refresh, isShown } = progress
  const shell = context.use(shellService)
  /** Whom the person worked with last. */
  let last: SignInTarget | undefined

  const moved = (policy: 'ask' | 'later' | 'sign-out' | 'keep') => {
    const before = last
    const target = targetNow(context)
    last = target
    const now = phase()
    if (now.name !== 'idle' && !isSameTarget(now.target, target)) {
      progress.stop()
      progress.stopShowingWallet()
    }
    refresh()
    if (!before || isSameTarget(before, target)) return
    if (policy === 'sign-out') keeper.endUnasked({ connection: before.connection, address: before.account.address })
    // A tab that nobody looks at follows, and asks nobody. What cannot be left goes on with whom it is about now.
    const isWatched = policy !== 'later' && globalThis.document?.visibilityState !== 'hidden'
    if (!canSignIn(context, target) || !(isWatched || (required && isShown()))) {
      if (!isShown()) progress.settle(new SignInError('CANCELLED'))
      return
    }
    // Its own look-up says whether there is something to ask.
    void opening.open(target).then(isAsked => {
      if (isAsked && isSameTarget(targetNow(context), target) && !isShown()) shell.open({ view: siwxSignMessageView })
    })
  }
  context.on(accountSwitched, () => moved(onAccountChange))
  context.on(networkSwitched, () => moved(onNetworkChange))

  let hungUp = false
  context.on(walletDisconnected, ({ connection, byPerson }) => {
    hungUp = !byPerson
    opening.dropReceived(connection)
    const now = phase()
    if (now.name !== 'idle' && now.target.connection === connection) {
      progress.giveUp()
      progress.stopShowingWallet()
    }
    // With the last one everything ends at once.
    if (byPerson && liveConnections(context).length) keeper.endUnasked({ connection })
    refresh()
  })
  const forget = () => {
    progress.giveUp()
    last = undefined
    opening.dropReceived()
    // A wallet that hung up by itself may come back; who disconnects everything is signed out everywhere.
    if (!hungUp) keeper.endUnasked({})
    hungUp = false
    refresh()
  }
  context.on(disconnected, forget)
  context.watch(
    state => state.state(siwxMemory).found,
    () => {
      book.follow()
      refresh()
      const now = phase()
      const known = now.name === 'idle' ? undefined : book.of(now.target)
      if (known && now.name !== 'keeping') progress.finish(known)
    },
  )
  book.follow()

  return {
    /** Whom the person works with now. */
    note() {
      last = targetNow(context)
    },
    forget,
  }
}
