/** Runs one pairing: a link, its renewals, and the first wallet that approves one. Decision 17. */
import { delay } from '@portico/kernel'
import { shortMessageOf, walletProblem } from '@portico/kernel/wallet'
import { WalletConnectError } from '../errors.js'
import type { RequestedNamespaces } from '../options.js'
import { isExpired, pairingLifeMs, renewalAt } from '../pairing-times.js'
import type { PairingPhase } from '../refs.js'
import type { Proposal, RelayClient } from '../relay/relay-client.js'
import type { SignInRequest } from './sign-in.js'

export interface PairingRun {
  /** Resolves with the relay client once it is open. */
  client(signal: AbortSignal): Promise<Pick<RelayClient, 'propose'>>
  readonly requested: RequestedNamespaces
  /**
   * Resolves with what a wallet gets to sign along with its approval. Each link has its own.
   */
  signIn(signal: AbortSignal): Promise<SignInRequest | undefined>
  /** Shows the phase of the pairing. */
  show(phase: PairingPhase): void
  /** Resolves as soon as the page is visible; at once when it is visible already. */
  seen(signal: AbortSignal): Promise<void>
  /**
   * Dismisses a session that came second or too late. Its wallet must not believe that it is
   * connected.
   */
  dismiss(session: unknown): void
  report(error: unknown): void
}

/** Milliseconds after which a failed renewal is retried. */
const retryMs = 5_000

/**
 * Offers links until a wallet approves one of them.
 * Each link lives for four minutes, and the next one is ready before the margin of its end. A
 * wallet may still approve the previous link.
 *
 * Resolves with what the wallet settled. Throws its refusal, a WalletConnectError where there is no
 * first link, or the signal's reason.
 */
export async function pair(
  { client, requested, signIn, show, seen, dismiss, report }: PairingRun,
  signal: AbortSignal,
): Promise<unknown> {
  const ended = new AbortController()
  const proposals: Proposal[] = []
  let isSettled = false

  show({ name: 'preparing', since: Date.now() })
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const fail = (error: unknown) => {
        isSettled = true
        reject(error)
      }
      signal.addEventListener('abort', () => fail(signal.reason), { signal: ended.signal })
      const listen = ({ approval }: Proposal, isLast: () => boolean) =>
        approval.then(
          session => {
            if (isSettled) return dismiss(session)
            isSettled = true
            resolve(session)
          },
          error => {
            if (isSettled) return
            const hasRunOut = /(?:proposal|request) expired/i.test(shortMessageOf(error) ?? '')
            if (!hasRunOut && (walletProblem(error).kind === 'declined' || isLast())) fail(error)
            // The link is renewed as soon as the page is visible.
            else if (isLast()) show({ name: 'expired' })
          },
        )
      const offer = async () => {
        const [relay, toSign] = await Promise.all([client(ended.signal), signIn(ended.signal)])
        const proposal = await relay.propose(requested, ended.signal, toSign)
        if (isSettled) return proposal.abandon()
        proposals.push(proposal)
        void listen(proposal, () => proposals.at(-1) === proposal)
        const expiresAt = Date.now() + pairingLifeMs
        show({ name: 'offered', uri: proposal.uri, expiresAt })
        renew(expiresAt).catch(error => isSettled || fail(error))
      }
      const renew = async (expiresAt: number): Promise<void> => {
        await delay(Math.max(0, renewalAt(expiresAt) - Date.now()), ended.signal)
        // A hidden page needs no link, and its timers may have been suspended.
        await seen(ended.signal)
        try {
          await offer()
        } catch (error) {
          if (isSettled) return
          report(error)
          if (isExpired(expiresAt, Date.now())) show({ name: 'expired' })
          await delay(retryMs, ended.signal)
          await renew(expiresAt)
        }
      }
      if (signal.aborted) return fail(signal.reason)
      offer().catch(error => isSettled || fail(error))
    })
  } finally {
    isSettled = true
    ended.abort(new WalletConnectError('PAIRING_EXPIRED'))
    for (const proposal of proposals) proposal.abandon()
  }
}
