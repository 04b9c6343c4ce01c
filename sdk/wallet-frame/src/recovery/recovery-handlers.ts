/** Answers the page's requests for the screens of recovery and export. */
import { FrameRefusal } from '../frame/errors.js'
import type { FrameCall, FrameHandlers } from '../frame/serve-page.js'
import type { InTurn } from '../login/server-share.js'
import type { ScreenName, ScreenOptions } from './screens/screens.js'

/** Shows one thing in the frame after the other. */
export type ShowInTurn = <T>(work: () => Promise<T>) => Promise<T>

export interface RecoveryHandlerOptions extends ScreenOptions {
  /** Asks the page to show the frame, or to hide it. */
  showFrame(isShown: boolean): void
  readonly showInTurn: ShowInTurn
}

/** Most people never need the screens, so they load with the first request for one. */
const loadScreens = () =>
  import('./screens/screens.js').catch(cause => {
    throw new FrameRefusal('OFFLINE', { cause })
  })

/**
 * New shares for this device, the server and every way of recovery: those of all other devices are
 * useless from then on. Throws a FrameRefusal `LOGIN_TOO_OLD` when that needs another login first.
 */
export async function splitAnew(options: ScreenOptions, signal: AbortSignal): Promise<void> {
  const { createScreenRecovery, needsLogin, passkeysOf } = await loadScreens()
  try {
    await createScreenRecovery(options, passkeysOf(options.document)).splitAnew(signal)
  } catch (error) {
    throw needsLogin(error) ? new FrameRefusal('LOGIN_TOO_OLD', { cause: error }) : error
  }
}

export function createRecoveryHandlers(
  options: RecoveryHandlerOptions,
): Pick<FrameHandlers, ScreenName> {
  const { document, showFrame, showInTurn } = options
  const answer = (name: ScreenName) => (_payload: unknown, call: FrameCall) =>
    showInTurn(async () => {
      call.signal.throwIfAborted()
      const { runScreen } = await loadScreens()
      showFrame(true)
      try {
        await untilShown(document, call.signal)
        await runScreen(name, options, call)
        return undefined
      } finally {
        document.body.replaceChildren()
        showFrame(false)
      }
    })
  return {
    RECOVER_WALLET: answer('RECOVER_WALLET'),
    SHOW_RECOVERY: answer('SHOW_RECOVERY'),
    SHOW_EXPORT: answer('SHOW_EXPORT'),
  }
}

/** Nothing gets the focus in a frame that is not rendered; animation frames wait for that. */
const untilShown = ({ defaultView }: Document, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    defaultView?.requestAnimationFrame(() => resolve())
  })

export function createShowInTurn(): ShowInTurn {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const turn = last.then(work)
    // The next one is shown whatever became of this one.
    last = turn.catch(() => undefined)
    return turn
  }
}

/** One tab after the other, by a lock of this origin. */
export const inTurnOf =
  (locks: LockManager): InTurn =>
  (work, signal) =>
    locks.request('portico-wallet', { signal }, work)
