/** Connects a wallet that stands in the page as an object, or behind a library. */
import { withTimeout } from '../../async.js'
import type { Dispose } from '../../refs.js'
import { networksCapability } from '../capabilities/networks.js'
import type { NetworkId } from '../chain/caip.js'
import { ChainError } from '../chain/chain-errors.js'
import { declined } from '../wallet/declined-error.js'
import {
  createWalletSession,
  type OpenSession,
  type SessionContext,
} from '../wallet/wallet-session.js'
import type { Connector, WalletReport, WalletSession } from './connector.js'
import { readProperty } from './standard-wallet.js'
import { createApproval, sendWalletRequest } from './wallet-request.js'

/** The open session, for the handle of a chain. */
export interface ObjectSession extends OpenSession {
  /**
   * Sends a request: settles like the wallet's answer, rejects at once when the signal aborts.
   * `what`: the method, for the report of a late answer.
   */
  request<Answer>(
    what: string,
    run: () => Answer | PromiseLike<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>
  /**
   * Requests another network, and looks where the wallet is then. Rejects with a ChainError:
   * WALLET_UNSUPPORTED without `change`, WALLET_NETWORK where the wallet is elsewhere after it.
   */
  switchTo(network: NetworkId, signal: AbortSignal): Promise<void>
}

export interface ObjectWallet
  extends Omit<Connector, 'type' | 'connect' | 'restore' | keyof Row>,
    Row {
  /**
   * Reads accounts and network without a prompt, and validates them: throws a ChainError
   * WALLET_ANSWER. No accounts: the wallet is locked, or has not approved this page.
   */
  read(signal: AbortSignal): Promise<WalletReport>
  /** Shows the prompt. The answer is ignored: `read` tells the accounts. */
  approve(): unknown
  /**
   * Subscribes to changes, where the wallet announces them. Returns the function that unsubscribes,
   * or a promise of it.
   */
  listen?(events: { readonly changed: () => void; readonly gone: () => void }): unknown
  /**
   * How often to look, for a wallet that announces nothing. Milliseconds. It looks only while the
   * page is visible, and never twice at once.
   */
  readonly lookEveryMs?: number
  /** Requests another network. Absent: the person changes it in the wallet. */
  change?(network: NetworkId, signal: AbortSignal): unknown
  /** Requests the disconnect. Absent: the wallet has no request for it. */
  disconnect?(signal: AbortSignal): unknown
  /** Makes the handle of a session. Default: the session. */
  handle?(session: ObjectSession): unknown
  readonly supports?: WalletSession['supports']
  /** Maps an error of the wallet to one with a standard code. */
  refusal?(error: unknown): unknown
}
interface Row {
  /** Default: `ANNOUNCED`. `INJECTED` for an object that does not say whose it is. */
  readonly type?: Connector['type']
}

/** A wallet that takes longer does not answer at all. */
const readMs = 10_000

/**
 * Creates the connector of a wallet that is an object in the page. Connects by `approve`, restores
 * without a prompt where the wallet still reports accounts, and follows its changes. Rejects with a
 * ChainError WALLET_ANSWER where the wallet approves and reports no account.
 */
export function createObjectConnector(wallet: ObjectWallet, context: SessionContext): Connector {
  const { read, approve: _, listen, lookEveryMs, change, disconnect, ...rest } = wallet
  const { handle = session => session, supports, refusal, type = 'ANNOUNCED', ...row } = rest
  const options = { report: context.report, ...(refusal && { refusal }) }
  const request: ObjectSession['request'] = (what, run, signal) =>
    sendWalletRequest(what, run, options, signal)
  // Not by `request`: a session that ends while it looks is nothing to report.
  const readNow = (signal: AbortSignal) =>
    withTimeout(within => wallet.read(within), readMs, signal)
  const approve = createApproval('approve', () => wallet.approve(), options)

  function open(first: WalletReport): WalletSession {
    let latest = first
    const adopt = (session: OpenSession, next: WalletReport) =>
      session.update(() => {
        latest = next
      })
    return createWalletSession(
      {
        network: first.network,
        report: () => latest,
        handle: session =>
          handle({
            ...session,
            request,
            async switchTo(network, signal) {
              if (!change) throw new ChainError('WALLET_UNSUPPORTED')
              await request('change', () => wallet.change?.(network, signal), signal)
              // A wallet that reports a switch has not always switched.
              const next = await readNow(signal)
              adopt(session, next)
              if (next.network !== network) throw new ChainError('WALLET_NETWORK')
            },
          }),
        listen(session) {
          const look = createLook(
            async () => adopt(session, await readNow(session.signal)),
            session.signal,
            context.report,
          )
          if (lookEveryMs) return lookRegularly(look, lookEveryMs)
          if (!listen) return undefined
          // What changed before the subscription is found by the first look.
          look()
          return wallet.listen?.({ changed: look, gone: session.end })
        },
        supports: capability =>
          (capability.id !== networksCapability.id || !!change) && supports?.(capability) !== false,
        ...(disconnect && { disconnect: signal => wallet.disconnect?.(signal) }),
      },
      context,
    )
  }

  return {
    ...row,
    type,
    async connect(_request, signal) {
      await approve(signal)
      const report = await readNow(signal)
      if (!report.accounts.length) throw new ChainError('WALLET_ANSWER')
      return open(report)
    },
    async restore(_request, signal) {
      const report = await readNow(signal)
      return report.accounts.length ? open(report) : undefined
    },
  }
}

/**
 * Returns a function that looks, and looks once more when it was called meanwhile. Of several
 * failures in a row only the first is reported.
 */
function createLook(
  read: () => Promise<void>,
  signal: AbortSignal,
  report: (error: unknown) => void,
): () => void {
  let isLooking = false
  let isStale = false
  let isFailing = false
  const look = async () => {
    isStale = isLooking
    if (isLooking) return
    isLooking = true
    try {
      await read()
      isFailing = false
    } catch (error) {
      if (!signal.aborted && !isFailing) report(error)
      isFailing = true
    }
    isLooking = false
    if (isStale && !signal.aborted) await look()
  }
  return () => void look()
}

/** Looks while the page is visible, and as soon as it is visible again. */
function lookRegularly(look: () => void, everyMs: number): Dispose {
  const page = globalThis.document as Document | undefined
  const lookIfVisible = () => {
    if (!page?.hidden) look()
  }
  const timer = setInterval(lookIfVisible, everyMs)
  page?.addEventListener('visibilitychange', lookIfVisible)
  return () => {
    clearInterval(timer)
    page?.removeEventListener('visibilitychange', lookIfVisible)
  }
}

/** What a wallet's library put into `error` of its answer. `code` is the wallet's own. */
class WalletLibraryError extends Error {
  readonly code: unknown
  constructor(cause: unknown) {
    const said = readProperty(cause, 'message')
    super(typeof said === 'string' ? said : 'The wallet failed.', { cause })
    this.code = readProperty(cause, 'code')
  }
}
/**
 * For libraries that resolve with `{ error }` where they fail: resolves with an answer without one,
 * rejects with the error otherwise. `declinedCode`: the code of an error after the person declined.
 */
export async function unwrap<Answer>(
  answering: Promise<Answer>,
  declinedCode?: string | number,
): Promise<Answer> {
  const answer = await answering
  const error = readProperty(answer, 'error')
  if (!error) return answer
  throw declinedCode !== undefined && readProperty(error, 'code') === declinedCode
    ? declined({ code: 4001, cause: error })
    : new WalletLibraryError(error)
}
