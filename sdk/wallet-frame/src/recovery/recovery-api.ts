/** The calls of the login module that recovery and export need. */
import * as v from 'valibot'
import type { LoginCall, Proof } from '../login/login-api.js'
import type { RecoveryInput } from '../login/server-share.js'

const text = v.pipe(v.string(), v.maxLength(8_192))
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const method = {
  id: text,
  kind: v.picklist(['code', 'prf']),
  meta: v.nullable(text),
  credentialId: v.nullable(text),
  createdAt: v.number(),
}
/** One way to recover a wallet, as the server lists it. */
export type RecoveryMethod = v.InferOutput<v.ObjectSchema<typeof method, undefined>>
const list = v.object({ recovery: v.pipe(v.array(v.object(method)), v.maxLength(10)) })
const blobs = v.object({
  version,
  recovery: v.pipe(v.array(v.object({ ...method, blob: text })), v.maxLength(10)),
})
export type RecoveryBlob = v.InferOutput<typeof blobs>['recovery'][number]
const passkeys = v.object({ passkeys: v.pipe(v.array(v.object({ id: text })), v.maxLength(20)) })
const challenge = v.object({ challengeId: text, options: v.looseObject({}) })
const nothing = v.looseObject({})

interface Proofs {
  readonly proof: Proof
  readonly walletProof: string
}

export type RecoveryApi = ReturnType<typeof createRecoveryApi>

export const createRecoveryApi = (call: LoginCall) => ({
  list: async (signal: AbortSignal) => (await call('/recovery', undefined, list, signal)).recovery,
  release: async (proof: Proof, signal: AbortSignal) =>
    (await call('/recovery/release', { proof }, blobs, signal)).recovery,
  add: async (input: RecoveryInput & Proofs & { version: number }, signal: AbortSignal) =>
    void (await call('/recovery', input, nothing, signal)),
  remove: async (id: string, proofs: Proofs, signal: AbortSignal) =>
    void (await call('/recovery/remove', { id, ...proofs }, nothing, signal)),
  /** Refused with `DEVICE_TOO_NEW` on a new device; tells the owner by mail. */
  allowExport: async (proof: Proof, signal: AbortSignal) =>
    void (await call('/export', { proof }, nothing, signal)),
  /** The passkeys that log the person in. */
  passkeys: async (signal: AbortSignal) =>
    (await call('/session', undefined, passkeys, signal)).passkeys.map(({ id }) => id),
  beginPasskey: (signal: AbortSignal) => call('/passkey/add/options', {}, challenge, signal),
  addPasskey: async (
    input: { readonly challengeId: string; readonly response: object } & Proofs,
    signal: AbortSignal,
  ) => void (await call('/passkey/add', input, nothing, signal)),
})
