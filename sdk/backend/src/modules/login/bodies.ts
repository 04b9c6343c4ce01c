import * as v from 'valibot'
import { Refusal } from '../../server/refusal.js'
import type { RouteRequest, Schema } from '../../server/route.js'
import { deviceKey } from './device-proof.js'

/** Bytes as base64url without padding, in their one canonical form. */
const bytes = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(Math.ceil((most * 4) / 3)),
    v.regex(/^[-_A-Za-z0-9]*$/, 'is no base64url'),
    v.check(
      encoded => {
        const decoded = Buffer.from(encoded, 'base64url')
        return (
          decoded.length >= least &&
          decoded.length <= most &&
          decoded.toString('base64url') === encoded
        )
      },
      `is not of ${least === most ? least : `${least} to ${most}`} bytes in base64url`,
    ),
  )
const token = bytes(12, 32)
const code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'has six digits'))
/** Text that people see: no control characters, and nothing that reverses its direction. */
const shown = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(most),
    v.regex(/^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u, 'has characters that are not shown'),
  )
const email = v.pipe(v.string(), v.maxLength(320))
const proof = v.strictObject({ nonce: token, signature: bytes(64, 64) })
export type Proof = v.InferOutput<typeof proof>
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000))
const keyHash = bytes(32, 32)
const publicKey = bytes(32, 32)

const recoveryEntries = {
  kind: v.picklist(['prf', 'code'], 'is prf or code: other kinds can be guessed and are not kept'),
  blob: bytes(32, 4_096),
  label: v.optional(shown(80)),
  meta: v.optional(shown(2_048)),
  credentialId: v.optional(bytes(1, 1_023)),
}
const belongsTogether = (input: { readonly kind: string; readonly credentialId?: string }) =>
  (input.kind === 'prf') === (input.credentialId !== undefined)
const recovery = v.pipe(
  v.strictObject(recoveryEntries),
  v.check(input => belongsTogether(input as never), 'has a credentialId with prf, and only then'),
)
export type RecoveryInput = v.InferOutput<typeof recovery>

/**
 * A credential as `toJSON()` of the browser writes it. Results of extensions are refused: those of
 * PRF are a secret of the frame.
 */
const credential = <Entries extends v.ObjectEntries>(response: Entries) =>
  v.object({
    id: bytes(1, 1_023),
    rawId: bytes(1, 1_023),
    type: v.literal('public-key'),
    clientExtensionResults: v.strictObject({}),
    response: v.object({ clientDataJSON: bytes(1, 8_192), ...response }),
  })
const newCredential = credential({ attestationObject: bytes(1, 16_384) })
const usedCredential = credential({
  authenticatorData: bytes(37, 8_192),
  signature: bytes(1, 1_024),
  userHandle: v.optional(v.nullable(bytes(1, 64))),
})
export type NewCredential = v.InferOutput<typeof newCredential>
export type UsedCredential = v.InferOutput<typeof usedCredential>

const account = v.strictObject({
  namespace: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}$/, 'is no namespace of CAIP-2')),
  address: v.pipe(v.string(), v.regex(/^[-.%a-zA-Z0-9]{1,128}$/, 'is no address of CAIP-10')),
  publicKey: v.optional(v.pipe(v.string(), v.regex(/^(0x)?[-_+/=A-Za-z0-9]{1,200}$/))),
  path: v.optional(v.pipe(v.string(), v.regex(/^[m/'\d]{0,60}$/))),
  network: v.optional(v.pipe(v.string(), v.regex(/^[-_a-zA-Z0-9]{1,32}$/))),
  kind: v.optional(v.pipe(v.string(), v.regex(/^[-a-z]{1,20}$/))),
})
export type WalletAccount = v.InferOutput<typeof account>

/** What every login brings, whatever it is by. */
const entering = {
  publicKey,
  device: v.strictObject({ publicKey: deviceKey, name: v.optional(shown(80)) }),
  proof,
}

const walletProof = v.optional(bytes(64, 64))

/** The body of each route, by its path below `/login`. */
export const bodies = {
  '/code': v.strictObject({ email, keyHash }),
  '/session': v.strictObject({ codeId: token, code, ...entering }),
  '/nonce': v.strictObject({}),
  '/sign-out': v.strictObject({}),
  '/sessions/end': v.strictObject({ id: token }),
  '/devices/remove': v.strictObject({ id: token }),
  '/sign-out-everywhere': v.strictObject({ keepCurrent: v.boolean(), walletProof, proof }),
  '/stop': v.strictObject({ token }),
  '/wallet': v.strictObject({
    version,
    share: bytes(16, 128),
    accounts: v.pipe(v.array(account), v.minLength(1), v.maxLength(32)),
    recovery: v.optional(v.pipe(v.array(recovery), v.maxLength(10)), []),
    walletKey: v.optional(bytes(32, 32)),
    walletProof,
    proof,
  }),
  '/wallet/release': v.strictObject({ publicKey, version: v.optional(version), proof }),
  '/recovery': v.pipe(
    v.strictObject({ version, ...recoveryEntries, walletProof, proof }),
    v.check(input => belongsTogether(input as never), 'has a credentialId with prf, and only then'),
  ),
  '/recovery/release': v.strictObject({ proof }),
  '/recovery/remove': v.strictObject({ id: token, walletProof, proof }),
  '/passkey/add/options': v.strictObject({}),
  '/passkey/add': v.strictObject({
    challengeId: token,
    response: newCredential,
    label: v.optional(shown(80)),
    walletProof,
    proof,
  }),
  '/passkey/remove': v.strictObject({ id: bytes(1, 1_023), walletProof, proof }),
  '/passkey/login/options': v.strictObject({ keyHash }),
  '/passkey/login': v.strictObject({
    challengeId: token,
    response: usedCredential,
    ...entering,
  }),
  '/passkey/sign-up/options': v.strictObject({ keyHash }),
  '/passkey/sign-up': v.strictObject({
    challengeId: token,
    response: newCredential,
    label: v.optional(shown(80)),
    ...entering,
  }),
  '/export': v.strictObject({ proof }),
  '/email': v.strictObject({ email, walletProof, proof }),
  '/email/primary': v.strictObject({ codeId: token, code }),
  '/email/secondary': v.strictObject({ codeId: token, code }),
  '/account/delete': v.strictObject({ walletProof, proof }),
  '/token': v.strictObject({ audience: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
} as const

export type BodyPath = keyof typeof bodies
export type Body<Path extends BodyPath> = v.InferOutput<(typeof bodies)[Path]>

/** @throws Refusal 422 that names the first member which is wrong */
export async function readBody<Path extends BodyPath>(
  path: Path,
  request: RouteRequest,
): Promise<Body<Path>> {
  if (!/^application\/json\s*(;|$)/i.test(request.request.headers.get('content-type') ?? ''))
    throw new Refusal(422, 'body', 'The content type is application/json.')
  const { success, output, issues } = v.safeParse(bodies[path], await request.body())
  if (success) return output as Body<Path>
  const [issue] = issues
  const names = issue.path?.map(({ key }) => String(key)) ?? []
  // Names of members are the sender's own text: a known one is repeated, another is not.
  const [name = 'body'] = names
  const field = Object.hasOwn(described(bodies[path]).properties ?? {}, name) ? name : 'body'
  throw new Refusal(422, field, `${field} is not as described.`)
}

type Inspected = {
  readonly type: string
  readonly entries?: Readonly<Record<string, Inspected>>
  readonly item?: Inspected
  readonly wrapped?: Inspected
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** The JSON schema of a body, for `/openapi.json`. */
export const bodySchema = (path: BodyPath): Schema => described(bodies[path])

const described = (schema: unknown): Schema => describeOne(schema as Inspected)

function describeOne(schema: Inspected): Schema {
  const { type, entries, item, wrapped, options, literal } = schema
  if (wrapped) return describeOne(wrapped)
  if (entries)
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(entries).map(([name, entry]) => [name, describeOne(entry)]),
      ),
      required: Object.keys(entries).filter(name => entries[name]?.type !== 'optional'),
      additionalProperties: type !== 'strict_object',
    }
  if (item) return { type: 'array', items: describeOne(item) }
  if (type === 'picklist') return { type: 'string', enum: options ?? [] }
  if (type === 'literal') return { type: 'string', enum: [literal] }
  return { type }
}
