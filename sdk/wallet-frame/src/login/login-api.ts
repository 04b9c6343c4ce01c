/** Calls the login of the backend, which answers on the frame's own origin. */
import * as v from 'valibot'
import { FrameRefusal } from '../frame/errors.js'

const base64url = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[\w-]*$/))
const text = v.pipe(v.string(), v.maxLength(512))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const codeSchema = v.object({ codeId: text, nonce: text, resendAfterSeconds: count })
const accountSchema = v.object({
  namespace: text,
  address: text,
  publicKey: v.optional(text),
  path: v.optional(text),
})
const loginSchema = v.object({
  person: v.object({ id: text, email: v.nullable(text) }),
  wallet: v.nullable(v.object({ version: count, accounts: v.array(accountSchema) })),
  passkeys: v.array(v.object({ id: text })),
})
/** A person who is logged in, and their wallet, if they have one. */
export type Login = v.InferOutput<typeof loginSchema>
const sessionSchema = v.union([loginSchema, v.object({ session: v.null() })])
const releasedSchema = v.object({ version: count, enc: base64url, sealed: base64url })
const deviceSchema = v.object({
  id: text,
  name: text,
  createdAt: count,
  lastUsedAt: count,
  isCurrent: v.boolean(),
  sessions: v.array(
    v.object({ id: text, loginAt: count, lastUsedAt: count, isCurrent: v.boolean() }),
  ),
})
const activitySchema = v.object({
  entries: v.array(v.object({ seq: count, at: count, event: text })),
  isComplete: v.boolean(),
})
const emailStepSchema = v.object({
  action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
  codeId: text,
})
const challengeSchema = v.object({
  challengeId: text,
  nonce: text,
  options: v.record(v.string(), v.unknown()),
})
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
  devices(signal: AbortSignal): Promise<v.InferOutput<typeof deviceSchema>[]>
  /** Removes the device that a mail named by this token. */
  stopDevice(token: string, signal: AbortSignal): Promise<void>
  removeDevice(id: string, signal: AbortSignal): Promise<void>
  signOutEverywhere(body: object, signal: AbortSignal): Promise<void>
  /** The newest entries; with `before`, only older ones. */
  activityLog(
    before: number | undefined,
    signal: AbortSignal,
  ): Promise<v.InferOutput<typeof activitySchema>>
  /** Everything that the server stores of the person, but no share. */
  data(signal: AbortSignal): Promise<object>
  deleteAccount(body: object, signal: AbortSignal): Promise<void>
  changeEmail(body: object, signal: AbortSignal): Promise<v.InferOutput<typeof emailStepSchema>>
  confirmOldEmail(body: object, signal: AbortSignal): Promise<v.InferOutput<typeof emailStepSchema>>
  confirmNewEmail(body: object, signal: AbortSignal): Promise<{ readonly email: string }>
  passkeyOptions(
    kind: 'login' | 'sign-up',
    body: object,
    signal: AbortSignal,
  ): Promise<v.InferOutput<typeof challengeSchema>>
  passkey(kind: 'login' | 'sign-up', body: object, signal: AbortSignal): Promise<Login>
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
    if (!response.ok) throw refusalOf(answer, response.status)
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
    releaseShare: (body, signal) =>
      call('/wallet/release', body, releasedSchema, signal).catch(error => {
        // The server share is released soon after a login only, so this asks for another one.
        throw isTooOld(error) ? new FrameRefusal('SESSION_EXPIRED', { cause: error }) : error
      }),
    devices: async signal =>
      (await call('/sessions', undefined, v.object({ devices: v.array(deviceSchema) }), signal))
        .devices,
    removeDevice: async (id, signal) =>
      void (await call('/devices/remove', { id }, nothing, signal)),
    stopDevice: async (token, signal) => void (await call('/stop', { token }, nothing, signal)),
    signOutEverywhere: async (body, signal) =>
      void (await call('/sign-out-everywhere', body, nothing, signal)),
    activityLog: (before, signal) =>
      call(
        before === undefined ? '/audit' : `/audit?before=${before}`,
        undefined,
        activitySchema,
        signal,
      ),
    data: signal => call('/account/data', undefined, nothing, signal),
    deleteAccount: async (body, signal) =>
      void (await call('/account/delete', body, nothing, signal)),
    changeEmail: (body, signal) => call('/email', body, emailStepSchema, signal),
    confirmOldEmail: (body, signal) => call('/email/primary', body, emailStepSchema, signal),
    confirmNewEmail: (body, signal) =>
      call('/email/secondary', body, v.object({ email: text }), signal),
    passkeyOptions: (kind, body, signal) =>
      call(`/passkey/${kind}/options`, body, challengeSchema, signal),
    passkey: (kind, body, signal) => call(`/passkey/${kind}`, body, loginSchema, signal),
  }
}

const isTooOld = (error: unknown): boolean =>
  error instanceof FrameRefusal && error.code === 'LOGIN_TOO_OLD'

/** What the page is told of a refusal: no more than it needs for a sentence. */
function refusalOf(answer: unknown, status: number): FrameRefusal {
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
    case 'recent_login':
      return new FrameRefusal('LOGIN_TOO_OLD')
    case 'session':
      return new FrameRefusal('SESSION_EXPIRED')
    case 'version':
      return new FrameRefusal('WALLET_CHANGED')
    case 'export_cool_down':
      return new FrameRefusal('DEVICE_TOO_NEW', { seconds: reason.seconds ?? 86_400 })
    case 'passkey':
      return new FrameRefusal('PASSKEY_UNKNOWN')
    case 'origin':
      return new FrameRefusal('ORIGIN_REFUSED')
    case 'email':
      return new FrameRefusal(status === 409 ? 'EMAIL_TAKEN' : 'INVALID')
    case 'challenge':
      return new FrameRefusal('PASSKEY_UNUSED')
    default:
      return new FrameRefusal('FAILED', { cause: answer })
  }
}
