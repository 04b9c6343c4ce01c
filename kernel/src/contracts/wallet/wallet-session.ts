/** For authors of chains: opens the session with a wallet, and keeps what every session needs. */
import { withTimeout } from '../../async.js'
import type { Dispose } from '../../refs.js'
import type { NetworkId } from '../chain/caip.js'
import type { WalletReport, WalletSession } from '../connector-kit/connector.js'

/** How long a wallet may take to disconnect. Milliseconds. */
const disconnectMs = 3_000

/** What the code of a chain does with its open session. */
export interface OpenSession {
  /** Aborts when the session is over: disconnected, without listeners, or without its plugin. */
  readonly signal: AbortSignal
  /** The network that the session is on. */
  at(): NetworkId
  /**
   * Goes to another network and reports it, without a wallet request. Check first whether the
   * wallet allows it. Throws what `report` throws, and stays then.
   */
  move(network: NetworkId): void
  /**
   * Runs the change, then reports the wallet if the report differs from the last one. An error of
   * either is reported, and the last report stays. `network`: where the session is after it.
   */
  update(change?: () => void, network?: NetworkId): void
  /** The wallet disconnected: tells the listeners, and ends the session. */
  end(): void
}

export interface WalletSessionOptions {
  /** Where the session begins. */
  readonly network: NetworkId
  /**
   * Describes the wallet on this network, from what the chain knows now. A wallet with a network of
   * its own is described on that one; the session is then there. Throws a ChainError WALLET_ANSWER
   * for what no wallet can report.
   */
  report(network: NetworkId): WalletReport
  /** Makes the handle, which the capabilities of the chain get as `connection.handle`. */
  handle(session: OpenSession): unknown
  /**
   * Subscribes to the wallet. Returns the function that unsubscribes, or a promise of it; anything
   * else that a wallet returns is ignored.
   */
  listen?(session: OpenSession): unknown
  /** Requests the disconnect from the wallet, which gets 3 s for it. Absent: it has no request. */
  disconnect?(signal: AbortSignal): unknown
  /**
   * Called with the error of a failed disconnect, and may throw it again. Without it the error is
   * ignored, because no failure of a wallet may keep the person connected.
   */
  disconnectFailed?(error: unknown): void
  readonly supports?: WalletSession['supports']
  /** Aborts when the wallet is removed from the page: the session ends. */
  readonly removed?: AbortSignal | undefined
}

/** The context of the plugin, or as much of it as a session needs. */
export interface SessionContext {
  /** Aborts with the plugin. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/**
 * Opens a session. It tells its listeners of changed reports, one that throws does not stop the
 * others, and it unsubscribes from the wallet when it is disconnected, when its last listener is
 * removed, when the wallet is removed, and with the plugin. Throws what `report` throws at first.
 */
export function createWalletSession(
  options: WalletSessionOptions,
  context: SessionContext,
): WalletSession {
  const life = new AbortController()
  const close = () => life.abort()
  const listeners = new Set<Parameters<WalletSession['watch']>[0]>()
  let latest = options.report(options.network)
  let isOver = false

  const notify = (report: WalletReport | undefined) => {
    for (const listener of [...listeners]) guarded(() => listener(report), context.report)
  }
  const report = (network: NetworkId) => {
    // Nothing follows a disconnect.
    if (life.signal.aborted) return
    const next = options.report(network)
    if (JSON.stringify(next) === JSON.stringify(latest)) return
    latest = next
    notify(next)
  }
  const session: OpenSession = {
    signal: life.signal,
    at: () => latest.network,
    move: report,
    update: (change, network) =>
      guarded(() => {
        change?.()
        report(network ?? latest.network)
      }, context.report),
    end() {
      if (life.signal.aborted) return
      isOver = true
      notify(undefined)
      close()
    },
  }
  const handle = options.handle(session)
  subscribe(() => options.listen?.(session), life.signal, context.report)
  endWith(context.signal, close, life.signal)
  endWith(options.removed, session.end, life.signal)

  return {
    handle,
    // The wallet may change between its approval and the first listener.
    get report() {
      return latest
    },
    watch(listener): Dispose {
      listeners.add(listener)
      if (isOver) guarded(() => listener(undefined), context.report)
      return () => {
        if (listeners.delete(listener) && !listeners.size) close()
      }
    },
    ...(options.supports && { supports: options.supports }),
    async disconnect(signal) {
      close()
      try {
        await withTimeout(async within => options.disconnect?.(within), disconnectMs, signal)
      } catch (error) {
        options.disconnectFailed?.(error)
      }
    },
  }
}

/** Calls `run` when a signal aborts, or has aborted, unless the session is over. */
function endWith(source: AbortSignal | undefined, run: () => void, over: AbortSignal): void {
  if (source?.aborted) run()
  source?.addEventListener('abort', run, { signal: over })
}

/** Runs code of a wallet or a listener. Reports what it throws, so that the caller continues. */
function guarded(run: () => void, report: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    report(error)
  }
}

/** Subscribes to a wallet until the signal aborts. Some wallets answer a promise. */
function subscribe(
  listen: () => unknown,
  over: AbortSignal,
  report: (error: unknown) => void,
): void {
  guarded(() => {
    const answer = listen()
    const stop = async () => {
      const unsubscribe = typeof answer === 'function' ? answer : await answer
      if (typeof unsubscribe === 'function') await unsubscribe()
    }
    const leave = () => {
      stop().catch(report)
    }
    if (over.aborted) leave()
    else over.addEventListener('abort', leave)
  }, report)
}
