import { list, maybeText, number, object, type Schema, text, yesNo } from '../../server/route.js'

/** JSON schemas of what the routes answer. */
export const nothing: Schema = { type: 'object' }
const optionalText = ['publicKey', 'path', 'network', 'kind'] as const
const account = object(
  {
    namespace: text,
    address: text,
    ...Object.fromEntries(optionalText.map(name => [name, text])),
  },
  optionalText,
)
const wallet = object({ version: number, accounts: list(account) })
const maybe = (schema: Schema): Schema => ({ oneOf: [{ type: 'null' }, schema] })
const person = object({ id: text, email: maybeText, createdAt: number })
const recoveryEntries = {
  id: text,
  kind: text,
  version: number,
  label: maybeText,
  meta: maybeText,
  credentialId: maybeText,
  createdAt: number,
}
export const recoveryList = list(object(recoveryEntries))
export const recoveryWithBlobs = list(object({ ...recoveryEntries, blob: text }))

const passkeys = list(object({ id: text, label: maybeText, createdAt: number, lastUsedAt: number }))
export const challenge = object({
  challengeId: text,
  nonce: text,
  options: { type: 'object' },
})

export const login = object({
  person,
  session: object({ id: text, loginAt: number, expiresAt: number, idleExpiresAt: number }),
  device: object({ id: text, isNew: yesNo, exportAllowedInSeconds: number }),
  wallet: maybe(wallet),
  recovery: recoveryList,
  passkeys,
  releaseWithinSeconds: number,
})
export const loginOrNone: Schema = { oneOf: [object({ session: { type: 'null' } }), login] }

export const codeSent = object({
  codeId: text,
  nonce: text,
  digits: number,
  expiresInSeconds: number,
  resendAfterSeconds: number,
})
export const emailStep = object({
  action: { type: 'string', enum: ['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'] },
  codeId: text,
  expiresInSeconds: number,
  resendAfterSeconds: number,
})
export const devices = list(
  object({
    id: text,
    name: text,
    createdAt: number,
    lastUsedAt: number,
    isCurrent: yesNo,
    exportAllowedInSeconds: number,
    sessions: list(
      object({
        id: text,
        loginAt: number,
        lastUsedAt: number,
        expiresAt: number,
        isCurrent: yesNo,
      }),
    ),
  }),
)
export const audit = list(
  object({ seq: number, at: number, event: text, facts: maybeText, previous: text, hash: text }),
)
export const released = object({
  version: number,
  enc: text,
  sealed: text,
  accounts: list(account),
})
export const data = object({
  person: maybe(person),
  devices,
  wallet: maybe(wallet),
  recovery: recoveryList,
  passkeys,
  audit,
})
