/**
 * The server side of sign-in over web standards: Request in, Response out, in any JavaScript
 * runtime.
 */
import type { NetworkId } from '@portico/kernel/chain'
import { SiwxError } from '../verify/error.js'
import type { RpcRequest } from '../verify/rpc.js'
import { allVerifiers, type Verifiers } from '../verify/verifiers.js'
import { verifySession } from '../verify/verify-session.js'
import { type CookieOptions, createCookies } from './cookie.js'
import { Refusal, readAccounts, readBody, readSigned } from './request-body.js'
import type { NonceStore, ServerSession, SessionStore } from './stores.js'

export interface SignInHandlerOptions {
  /** The page's host, as in its address: `app.example`, `localhost:5173`. */
  readonly domain: string
  readonly nonces: NonceStore
  readonly sessions: SessionStore
  /** Accepts only these networks (CAIP-2). */
  readonly networks?: readonly NetworkId[]
  /**
   * Queries the networks of contract accounts (EIP-1271, EIP-6492): `createRpc({ 'eip155:1': … })`.
   * Without it contract accounts cannot sign in.
   */
  readonly rpc?: RpcRequest
  /** Verifiers of chains that are not built in: `{ sui: { name: 'Sui', verify } }`. */
  readonly verifiers?: Verifiers
  /** Milliseconds that a session lasts at most; a message may set less. Default 7 days. */
  readonly lifetime?: number
  readonly cookie?: CookieOptions
  /** Receives the reason of each rejection and failure, without any part of a message. */
  readonly report?: (error: unknown) => void
  /** Milliseconds since 1970. */
  readonly now?: () => number
}
export interface SignInHandler {
  /**
   * Answers `GET …/nonce`, `POST …/verify`, `GET …/session` and `POST …/signout`. Never rejects.
   */
  (request: Request): Promise<Response>
  /**
   * Returns the sessions of the browser that sent a request, for the rest of a server. Only the
   * request's cookie is read.
   */
  sessions(request: Pick<Request, 'headers'>): Promise<readonly ServerSession[]>
}

const week = 7 * 24 * 3_600_000
type Answer = (request: Request) => Promise<Response>

/**
 * Creates a handler that signs browsers in and out.
 * A rejection is answered with 4xx and only a code: `{ error: 'NONCE_USED' }`.
 * Throws a SiwxError VERIFIER_MALFORMED for an invalid verifier.
 */
export function createSignInHandler(options: SignInHandlerOptions): SignInHandler {
  const {
    domain,
    nonces,
    sessions,
    networks,
    rpc,
    verifiers,
    lifetime = week,
    report = () => undefined,
    now = Date.now,
  } = options
  const cookies = createCookies(options.cookie)
  // The browser reads these before it asks for a signature that nothing here could verify.
  const namespaces = Object.keys(allVerifiers(verifiers)).filter(
    namespace => networks?.some(network => network.startsWith(`${namespace}:`)) ?? true,
  )

  const listed = async (key: string | undefined): Promise<readonly ServerSession[]> =>
    key === undefined ? [] : (await sessions.list(key)).filter(({ expiresAt }) => expiresAt > now())

  // The keys that are being exchanged. Of two concurrent sign-ins a browser would keep the cookie
  // of only one, and a sign-out would miss a session that is being copied, so the second request
  // must be retried.
  const busy = new Set<string>()
  const alone = (run: (request: Request, key: string | undefined) => Promise<Response>): Answer => {
    return async request => {
      const key = await cookies.keyOf(request)
      const browser = cookies.browserOf(request) ?? key
      if (browser === undefined) return run(request, key)
      if (busy.has(browser)) throw new Refusal(409, 'COOKIE_BUSY')
      busy.add(browser)
      try {
        return await run(request, key)
      } finally {
        busy.delete(browser)
      }
    }
  }
  const nonce: Answer = async request => {
    const { nonce, header } = await cookies.bind(request, await nonces.issue())
    return json(200, { nonce, now: now(), namespaces }, { 'set-cookie': header })
  }
  const exchange = async (request: Request, before: string | undefined): Promise<Response> => {
    const { network, ...signed } = readSigned(await readBody(request))
    if (network !== undefined && networks && !networks.includes(network))
      throw new SiwxError('NETWORK_OTHER', 'chainId')
    const verified = await verifySession(signed, {
      domain,
      nonces: cookies.bound(request, nonces),
      network: network ?? networks,
      rpc,
      verifiers,
      now: now(),
      signal: request.signal,
    })
    const { issuedAt, expirationTime } = verified.message
    const expiresAt = Math.min(
      now() + lifetime,
      expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(expirationTime),
    )
    const session = {
      address: verified.address,
      network: network ?? verified.network,
      issuedAt: Date.parse(issuedAt ?? ''),
      expiresAt,
    }
    // A new cookie at each sign-in makes a cookie that an attacker has planted worthless.
    const { key, header } = await cookies.create(lifetime)
    for (const other of await listed(before)) await sessions.add(key, other)
    await sessions.add(key, session)
    if (before !== undefined) await sessions.remove(before)
    return json(200, { session }, { 'set-cookie': header })
  }
  const signOut = async (request: Request, key: string | undefined): Promise<Response> => {
    const accounts = readAccounts(await readBody(request))
    if (key === undefined) return json(200, {})
    for (const account of accounts ?? [undefined]) await sessions.remove(key, account)
    return (await listed(key)).length
      ? json(200, {})
      : json(200, {}, { 'set-cookie': cookies.clear })
  }
  const answers: Readonly<Record<string, readonly ['GET' | 'POST', Answer]>> = {
    nonce: ['GET', nonce],
    session: [
      'GET',
      async request =>
        json(200, { sessions: await listed(await cookies.keyOf(request)), now: now() }),
    ],
    verify: ['POST', alone(exchange)],
    signout: ['POST', alone(signOut)],
  }
  const answer: Answer = async request => {
    const step = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const [method, run] = (Object.hasOwn(answers, step) && answers[step]) || []
    if (!run || !method) throw new Refusal(404, 'NOT_FOUND')
    if (request.method !== method) throw new Refusal(405, 'METHOD', { allow: method })
    if (isForeign(request, domain)) throw new Refusal(403, 'ORIGIN')
    return run(request)
  }
  return Object.assign(
    async (request: Request) => {
      try {
        return await answer(request)
      } catch (error) {
        report(error)
        return refusalOf(error)
      }
    },
    { sessions: async (request: Pick<Request, 'headers'>) => listed(await cookies.keyOf(request)) },
  )
}

/** True for a request from the page of another site. */
function isForeign(request: Request, domain: string): boolean {
  const origin = request.headers.get('origin')
  if (request.headers.get('sec-fetch-site') === 'cross-site') return true
  return (
    origin !== null &&
    (!URL.canParse(origin) || new URL(origin).host !== new URL(`https://${domain}`).host)
  )
}

/** Returns the response to an error: its code, or a general failure. */
export function refusalOf(error: unknown): Response {
  if (error instanceof Refusal) return json(error.status, { error: error.code }, error.headers)
  if (!(error instanceof SiwxError)) return json(500, { error: 'FAILED' })
  if (error.code === 'RPC_FAILED') return json(502, { error: error.code })
  return json(
    /MALFORMED|TOO_LONG|MISSING|UNKNOWN/.test(error.code) && !error.code.startsWith('NONCE')
      ? 400
      : 401,
    { error: error.code },
  )
}

function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}
