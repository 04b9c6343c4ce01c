/**
 * The account of a returning visitor in a cookie, so that a server renders it and the first paint
 * is final.
 */
import type { Dispose, Read, SliceRef } from '@portico/kernel'
import { connectionId } from '@portico/kernel/account'
import { type AccountId, accountId, chainOf, parseAccountId } from '@portico/kernel/chain'
import {
  accountState,
  activePhase,
  initialSession,
  type SessionState,
  sessionSlice,
} from '@portico/kernel/session'
import type { Portico } from './portico.js'

/**
 * The label and the attributes of the connect button, for a server that renders the `<button>` of a
 * `<portico-button>` itself: `connectButtonModel(portico.kernel)`.
 */
export { type ButtonModel, connectButtonModel } from '@portico/ui/button-labels'

/**
 * @storage cookie
 * @stores the address and the network of the active account, in an app that uses
 * `@portico/sdk/snapshot`
 * @reason your server renders the account of a returning visitor, so that nothing changes while the
 * page loads
 * @kept 30 days after the last visit
 * @deletedBy disconnecting; "Disconnect and forget"
 */
const cookieName = 'portico-account'
/** Seconds that the cookie lasts. */
const lifetime = 30 * 86_400

/**
 * The account that the visitor had last. It comes from a cookie, which others may write: show the
 * account, and trust it in nothing.
 */
export interface Snapshot {
  readonly account: AccountId
}

/**
 * Reads the snapshot from a `Cookie` header. Undefined where there is none, or where it is
 * malformed.
 */
export function readSnapshot(cookies: string | null | undefined): Snapshot | undefined {
  const prefix = `${cookieName}=`
  const own = cookies?.split(/; */).find(pair => pair.startsWith(prefix))
  return readAccount(own && decoded(own.slice(prefix.length)))
}
/** Some frameworks write the colons of the value as `%3A`. */
const decoded = (value: string) => value.replaceAll('%3A', ':')
function readAccount(account: unknown): Snapshot | undefined {
  const parsed = typeof account === 'string' ? parseAccountId(account) : undefined
  return parsed && { account: accountId(parsed.network, parsed.address) }
}

/**
 * Returns the Portico as the first render of a returning visitor shows it: with the account of the
 * snapshot in the phase `reconnecting`, until the wallet is restored or is known to be gone. In a
 * browser it also keeps the cookie up to date, and a second call for the same Portico, such as by a
 * component that is shown again, returns the first result. On a server, pass what `readSnapshot`
 * returned, and in the browser the same value.
 */
export function withSnapshot(portico: Portico, snapshot: Snapshot | null | undefined): Portico {
  // On a server a Portico may serve many requests, each with a snapshot of its own.
  if (!globalThis.document) return showSnapshot(portico, snapshot)
  const shown = shownPorticos.get(portico) ?? showSnapshot(portico, snapshot)
  shownPorticos.set(portico, shown)
  return shown
}
const shownPorticos = /* @__PURE__ */ new WeakMap<Portico, Portico>()

function showSnapshot(portico: Portico, snapshot: Snapshot | null | undefined): Portico {
  const { kernel } = portico
  const parsed = parseAccountId(readAccount(snapshot?.account)?.account ?? '')
  const shown = parsed && chainOf(kernel, parsed.namespace) && sessionOf(parsed)
  let isShown = shown !== undefined
  let isStarted = false
  let isDisposed = false
  const listeners = new Set<() => void>()
  /** True where the snapshot was still shown. */
  const settle = (): boolean => {
    const phase = activePhase(kernel, parsed?.namespace)
    const isOpen = phase === 'reconnecting' || (phase === 'disconnected' && !isStarted)
    if (!isShown || isOpen) return false
    isShown = false
    return true
  }
  const ends: Dispose[] = []
  // Nothing changes on a server. In a browser the wallet may be connected already.
  if (globalThis.document) {
    settle()
    ends.push(kernel.subscribe(settle))
  }
  const start = async () => {
    await portico.start()
    isStarted = true
    if (settle()) for (const listener of listeners) listener()
    if (!isDisposed && globalThis.document) ends.push(keepCookie(portico))
  }
  let started: Promise<void> | undefined
  return {
    ...portico,
    kernel: {
      ...kernel,
      state: <State extends object>(slice: SliceRef<State>) =>
        shown && isShown && slice.id === sessionSlice.id
          ? (shown as object as State)
          : kernel.state(slice),
      initial: shown ? withSession(kernel.initial, shown) : kernel.initial,
      subscribe(listener) {
        const own = () => listener()
        listeners.add(own)
        const unsubscribe = kernel.subscribe(own)
        return () => {
          listeners.delete(own)
          unsubscribe()
        }
      },
    },
    start: () => (started ??= start()),
    dispose() {
      isDisposed = true
      shownPorticos.delete(portico)
      for (const end of ends.splice(0)) end()
      portico.dispose()
    },
  }
}

const withSession = (read: Read, session: SessionState): Read => ({
  ...read,
  state: <State extends object>(slice: SliceRef<State>) =>
    slice.id === sessionSlice.id ? (session as object as State) : read.state(slice),
})

/** A session that is being restored, whose account is known already. */
function sessionOf({
  namespace,
  network,
  address,
}: NonNullable<ReturnType<typeof parseAccountId>>): SessionState {
  const id = connectionId(namespace, 'snapshot')
  return {
    ...initialSession(),
    namespace,
    active: { [namespace]: id },
    connections: {
      [id]: {
        id,
        namespace,
        connector: 'snapshot',
        wallet: { name: '' },
        phase: { name: 'reconnecting', deadline: 0 },
        accounts: [{ connection: id, namespace, address, type: 'eoa' }],
        address,
        network,
      },
    },
  }
}

/** Writes the active account into the cookie, once it is known whether there is one. */
function keepCookie({ kernel }: Portico): Dispose {
  let last: string | undefined
  const keep = () => {
    // A wallet that is being restored keeps its cookie.
    if (activePhase(kernel).endsWith('connecting')) return
    const account = accountState(kernel).caipAddress ?? ''
    if (account === last) return
    last = account
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `${cookieName}=${account}; Path=/; SameSite=Lax; Max-Age=${account ? lifetime : 0}${secure}`
  }
  keep()
  return kernel.subscribe(keep)
}
