/** Calls the login of the backend, which answers on the frame's own origin. */
import * as v from 'valibot'
import { FrameRefusal } from '../frame/errors.js'

const base64url = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[\w-]*$/))
const text = v.pipe(v.string(), v.maxLength(512))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const codeSchema = v.object({ codeId: text, nonce: text, resendAfterSeconds: count })
const accountSchema = v.object({ namespace: text, address: text })
const loginSchema = v.object({
  person: v.object({ id: text, email: v.nullable(text) }),
  wallet: v.nullable(v.object({ version: count, accounts: v.array(accountSchema) })),
})
/** A person who is logged in, and their wallet, if they have one. */
export type Login = v.InferOutput<typeof loginSchema>
const sessionSchema = v.union([loginSchema, v.object({ session: v.null() })])
const releasedSchema = v.object({ version: count, enc: base64url, sealed: base64url })
const refusalSchema = v.object({
  reasons: v.pipe(v.array(v.object({ field: text, seconds: v.optional(count) })), v.minLength(1)),
})

export interface Proof {
  readonly nonce: string
  readonly signature: string
}
export interface LoginApi {
  /** Sends a code by mail. `keyHash` binds it to a key of this frame. */
  requestCode(
    email: string,
    keyHash: string,
    signal: AbortSignal,
  ): Promise<v.InferOutput<typeof codeSchema>>
  logIn(body: object, signal: AbortSignal): Promise<Login>
  /** Undefined without a login. */
  session(signal: AbortSignal): Promise<Login | undefined>
  signOut(signal: AbortSignal): Promise<void>
  /** A nonce for one proof of the device. */
  nonce(signal: AbortSignal): Promise<string>
  storeWallet(body: object, signal: AbortSignal): Promise<void>
  releaseShare(body: object, signal: AbortSignal): Promise<v.InferOutput<typeof releasedSchema>>
}

/** Milliseconds until a call is given up. Below the 30 s after which the page gives up. */
const timeoutMs = 20_000

/** One call of the login; without a body it reads. Throws a FrameRefusal. */
export type LoginCall = <Schema extends v.GenericSchema>(
  path: string,
  body: object | undefined,
  schema: Schema,
  signal: AbortSignal,
) => Promise<v.InferOutput<Schema>>

/** `send` is `fetch` on the frame's own origin. */
export const createLoginCall =
  (send: typeof fetch): LoginCall =>
  async (path, body, schema, signal) => {
    const response = await send(`/login${path}`, {
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }).catch(cause => {
      throw signal.aborted ? signal.reason : new FrameRefusal('OFFLINE', { cause })
    })
    const answer: unknown = await response.json().catch(cause => {
      throw new FrameRefusal('FAILED', { cause })
    })
    if (!response.ok) throw refusalOf(answer)
    const found = v.safeParse(schema, answer)
    if (!found.success) throw new FrameRefusal('FAILED', { cause: found.issues })
    return found.output
  }

/** Every call throws a FrameRefusal. */
export function createLoginApi(send: typeof fetch): LoginApi {
  const call = createLoginCall(send)
  const nothing = v.looseObject({})
  return {
    requestCode: (email, keyHash, signal) => call('/code', { email, keyHash }, codeSchema, signal),
    logIn: (body, signal) => call('/session', body, loginSchema, signal),
    async session(signal) {
      const found = await call('/session', undefined, sessionSchema, signal)
      return 'person' in found ? found : undefined
    },
    signOut: async signal => void (await call('/sign-out', {}, nothing, signal)),
    nonce: async signal => (await call('/nonce', {}, v.object({ nonce: text }), signal)).nonce,
    storeWallet: async (body, signal) => void (await call('/wallet', body, nothing, signal)),
    releaseShare: (body, signal) => call('/wallet/release', body, releasedSchema, signal),
  }
}

/** What the page is told of a refusal: no more than it needs for a sentence. */
function refusalOf(answer: unknown): FrameRefusal {
  const found = v.safeParse(refusalSchema, answer)
  const [reason] = found.success ? found.output.reasons : []
  switch (reason?.field) {
    case 'cool_down':
    case 'rate_limited':
      return new FrameRefusal('COOL_DOWN', { seconds: reason.seconds ?? 60 })
    case 'wrong_code':
      return new FrameRefusal('WRONG_CODE')
    case 'code_over':
      return new FrameRefusal('CODE_EXPIRED')
    // The server share is released soon after a login only, so this asks for another one.
    case 'recent_login':
    case 'session':
      return new FrameRefusal('SESSION_EXPIRED')
    case 'version':
      return new FrameRefusal('WALLET_CHANGED')
    case 'export_cool_down':
      return new FrameRefusal('DEVICE_TOO_NEW', { seconds: reason.seconds ?? 86_400 })
    case 'origin':
      return new FrameRefusal('ORIGIN_REFUSED')
    case 'email':
      return new FrameRefusal('INVALID')
    default:
      return new FrameRefusal('FAILED', { cause: answer })
  }
}
