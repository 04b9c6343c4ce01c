/**
 * Signs in with the approval of a remote session (CAIP-222): builds the request, and checks the
 * answer.
 */
import { type ConnectionId, connectionId } from '@portico/kernel/account'
import { type Messages, messagesCapability, type SignInFields } from '@portico/kernel/capabilities'
import { type NetworkId, namespaceOf } from '@portico/kernel/chain'
import type { SessionSignedIn, SessionSignInRequest } from '@portico/kernel/session'
import { SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SignInTarget } from '../siwx-state.js'
import { readMessage } from '../verify/message.js'
import { recapOf, recapWords } from '../verify/recap.js'
import type { Keep, Parts } from './sign-in-parts.js'
import { fieldsFor } from './sign-in-request.js'
import { type Signed, sessionFrom } from './sign-message.js'

/** An upper limit of open links: each has its own nonce. */
const mostLinks = 16
/** Milliseconds by which a wallet's clock may be wrong (threat S14). */
const skew = 60_000

/** A verified sign-in that is not stored yet, because its connection comes after it. */
export interface Received {
  readonly fields: SignInFields
  readonly signed: Signed
  readonly cacao: SessionSignedIn['cacao']
  /** Known as soon as another account of the same approval is connected. */
  readonly connection?: ConnectionId
}
interface PendingRequest {
  readonly request: SessionSignInRequest
  /** By the clock of the verifier. */
  readonly at: number
}

export type OneClick = ReturnType<typeof createOneClick>
export function createOneClick(
  context: SiwxContext,
  options: SiwxOptions,
  { clock, storage }: Pick<Parts, 'clock' | 'storage'>,
) {
  const pendingRequests = new Map<string, PendingRequest>()
  let received: readonly Received[] = []

  /**
   * Returns the signed fields.
   * Throws unless everything requested was signed, and nothing else but capabilities that the
   * wallet has put into words (EIP-5573).
   */
  const fieldsOf = ({ text, account }: SessionSignedIn): SignInFields => {
    const message = readMessage(text)
    const {
      domain,
      address,
      uri,
      network,
      nonce,
      statement,
      expirationTime,
      notBefore,
      issuedAt,
      resources = [],
    } = message
    const { request, at } = pendingRequests.get(nonce ?? '') ?? {}
    const recap = recapOf(message)
    const own = recap ? resources.slice(0, -1) : resources
    const isSame =
      request !== undefined &&
      domain === request.domain &&
      uri === request.uri &&
      expirationTime === request.expirationTime &&
      notBefore === undefined &&
      (statement ?? '') ===
        [request.statement, recap && recapWords(recap)].filter(Boolean).join(' ') &&
      JSON.stringify(own) === JSON.stringify(request.resources ?? [])
    const issued = Date.parse(issuedAt ?? '')
    const isTimely = at !== undefined && issued >= at - skew && issued <= clock.now() + skew
    if (
      !isSame ||
      !isTimely ||
      !network ||
      !nonce ||
      !issuedAt ||
      account !== `${network}:${address}`
    )
      throw new SignInError('SIGNATURE_INVALID')
    return {
      domain,
      address,
      uri: request.uri,
      version: '1',
      chainId: network,
      nonce,
      issuedAt,
      ...(statement !== undefined && { statement }),
      ...(expirationTime !== undefined && { expirationTime }),
      ...(resources.length && { resources }),
    }
  }

  /**
   * Returns the sign-in of this account, once.
   * A server accepts a nonce once, so the other sign-ins with the same nonce are useless there.
   */
  const take = ({ connection, account, network }: SignInTarget): Received | undefined => {
    const live = received.filter(
      ({ fields: { expirationTime } }) =>
        expirationTime === undefined || Date.parse(expirationTime) > clock.now(),
    )
    const found = live.find(
      ({ fields }) => fields.address === account.address && fields.chainId === network,
    )
    const isAlong = (other: Received) => other.fields.nonce === found?.fields.nonce
    received = live
      .filter(other => other !== found && (options.server === undefined || !isAlong(other)))
      .map(other => (isAlong(other) ? { ...other, connection } : other))
    if (found) pendingRequests.delete(found.fields.nonce)
    return found
  }

  return {
    /** Builds the request for one link. */
    async ask(network: NetworkId, signal: AbortSignal): Promise<SessionSignInRequest> {
      const { nonce, now } = await storage.nonce(signal)
      if (now !== undefined) clock.set(now)
      const account = {
        namespace: namespaceOf(network),
        address: '',
        type: 'eoa',
        connection: connectionId(namespaceOf(network), ''),
      }
      const { domain, uri, statement, expirationTime, resources } = fieldsFor(
        { connection: account.connection, account, network },
        nonce,
        clock,
        options,
      )
      const request = {
        domain,
        uri,
        nonce,
        ...(statement !== undefined && { statement }),
        ...(expirationTime && { expirationTime }),
        ...(resources && { resources }),
      }
      pendingRequests.set(nonce, { request, at: clock.now() })
      const [oldest] = pendingRequests.keys()
      if (pendingRequests.size > mostLinks && oldest !== undefined) pendingRequests.delete(oldest)
      return request
    },
    /**
     * Verifies a sign-in and keeps it. Throws when it is invalid: the connection then goes on
     * without it.
     */
    async receive(given: SessionSignedIn, signal: AbortSignal): Promise<void> {
      const fields = fieldsOf(given)
      const { address, chainId } = fields
      const offer: Messages | undefined = context.capability(messagesCapability, chainId)
      const { text, signature, scheme, cacao } = given
      const signed = { text, signature, scheme }
      const account = {
        namespace: namespaceOf(chainId),
        address,
        type: 'eoa',
        connection: connectionId(namespaceOf(chainId), ''),
      }
      if (!(await offer?.verify(account, text, { signature, scheme }, signal)))
        throw new SignInError('SIGNATURE_INVALID')
      received = [...received, { fields, signed, cacao }]
    },
    take,
    /**
     * Stores the sign-in of this account. If it is not accepted, the message is shown as usual.
     * Throws only the reason of `signal`.
     */
    async keep(target: SignInTarget, keep: Keep, signal: AbortSignal): Promise<void> {
      const found = take(target)
      try {
        if (found)
          await keep(
            target,
            { ...sessionFrom(target, found.fields, found.signed), cacao: found.cacao },
            signal,
          )
      } catch (error) {
        signal.throwIfAborted()
        context.report(error)
      }
    },
    /** Discards what was signed along with this connection; without one, everything. */
    drop(connection?: ConnectionId): void {
      received =
        connection === undefined ? [] : received.filter(other => other.connection !== connection)
    },
  }
}
