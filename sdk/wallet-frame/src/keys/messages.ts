/** What the frame's page and the worker with the keys say to each other. Both sides check it. */
import * as v from 'valibot'
import { signRequest, signResult } from './sign-messages.js'

const base64url = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[\w-]*$/))
const person = v.pipe(v.string(), v.regex(/^[\w.:@-]{1,100}$/))
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(0xffff_ffff))
const line = v.pipe(v.string(), v.maxLength(300), v.regex(/^[^\n\r]*$/))
const proof = v.strictObject({ purpose: line, nonce: line, binding: line })
const nothing = v.void()

const released = v.strictObject({
  version,
  enc: base64url(100),
  sealed: base64url(300),
  nonce: line,
})
const newSecret = [
  v.strictObject({ kind: v.literal('code'), code: v.pipe(v.string(), v.maxLength(200)) }),
  v.strictObject({
    kind: v.literal('prf'),
    value: v.pipe(
      v.instance(Uint8Array<ArrayBuffer>),
      v.check(({ length }) => length === 32),
    ),
  }),
] as const
const recoverySecret = v.variant('kind', newSecret)
/** A new secret, or one that was wrapped before, as the wallet itself has sealed it. */
const wrappedSecret = v.variant('kind', [
  ...newSecret,
  v.strictObject({
    kind: v.literal('kept'),
    of: v.picklist(['code', 'prf']),
    meta: base64url(200),
  }),
])
const namespace = v.picklist(['eip155', 'solana', 'polkadot', 'bip122'])
const bitcoinNetwork = v.picklist(['mainnet', 'testnet', 'regtest'])
const accountNetwork = v.variant('namespace', [
  v.strictObject({ namespace: v.literal('eip155') }),
  v.strictObject({ namespace: v.literal('solana') }),
  v.strictObject({
    namespace: v.literal('polkadot'),
    /** The SS58 prefix; without it 42, which belongs to no network. */
    prefix: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16_383))),
  }),
  v.strictObject({ namespace: v.literal('bip122'), network: bitcoinNetwork }),
])
const account = v.strictObject({
  namespace,
  network: v.optional(bitcoinNetwork),
  kind: v.optional(v.picklist(['payment', 'ordinal'])),
  address: v.string(),
  /** Hex with 0x: compressed for secp256k1, x only for taproot. */
  publicKey: v.string(),
  path: v.string(),
})
const accounts = v.array(account)
const loginKey = v.strictObject({ publicKey: v.string(), keyHash: v.string() })
const newShares = v.strictObject({
  walletId: v.string(),
  version,
  /** For the server, base64url, and the base64url SHA-256 of its bytes. */
  share: v.string(),
  shareHash: v.string(),
})
const recoveryBlob = v.strictObject({
  kind: v.picklist(['code', 'prf']),
  version,
  blob: v.string(),
  blobHash: v.string(),
  /** The secret, sealed under the wallet: only who opened it can wrap another share by it. */
  meta: v.string(),
})
const opened = v.strictObject({ walletId: v.string(), version, needsResplit: v.boolean() })

/** Each call of the worker: the schema of what it asks, and of its answer. */
export const calls = {
  newLoginKey: { ask: nothing, answer: loginKey },
  loginKey: { ask: nothing, answer: v.nullable(loginKey) },
  /** True from `signOut` until `signedIn`, in every tab, also when the server was not reached. */
  isSignedOut: { ask: nothing, answer: v.boolean() },
  signedIn: { ask: nothing, answer: nothing },
  /** `keepsLoginKey`: a code is on its way to a person, which only that key can use. */
  signOut: { ask: v.strictObject({ keepsLoginKey: v.boolean() }), answer: nothing },
  devicePublicKey: {
    ask: nothing,
    answer: v.strictObject({ kty: v.string(), crv: v.string(), x: v.string(), y: v.string() }),
  },
  proveDevice: { ask: proof, answer: v.string() },
  proveWallet: { ask: proof, answer: v.string() },
  wallet: {
    ask: person,
    answer: v.nullable(v.strictObject({ id: v.string(), version, accounts })),
  },
  create: {
    ask: v.strictObject({ person, wordCount: v.optional(v.picklist([12, 24])) }),
    answer: v.strictObject({ ...newShares.entries, walletKey: v.string() }),
  },
  open: { ask: v.strictObject({ person, released }), answer: opened },
  recover: {
    ask: v.strictObject({
      person,
      released,
      blob: base64url(1_000),
      secret: recoverySecret,
      walletId: v.optional(base64url(30)),
    }),
    answer: opened,
  },
  resplit: {
    ask: v.strictObject({ recovery: v.pipe(v.array(wrappedSecret), v.maxLength(10)) }),
    /** In the order of the request; null where a kept secret cannot be read. */
    answer: v.strictObject({ ...newShares.entries, recovery: v.array(v.nullable(recoveryBlob)) }),
  },
  confirmShares: { ask: version, answer: nothing },
  wrapRecovery: { ask: recoverySecret, answer: recoveryBlob },
  newRecoveryCode: { ask: nothing, answer: v.string() },
  forget: { ask: person, answer: nothing },
  status: {
    ask: nothing,
    answer: v.variant('phase', [
      v.strictObject({ phase: v.literal('locked') }),
      v.strictObject({
        phase: v.literal('unlocked'),
        person,
        walletId: v.string(),
        version,
        locksAt: v.number(),
      }),
    ]),
  },
  accounts: {
    ask: v.strictObject({ networks: v.pipe(v.array(accountNetwork), v.maxLength(16)) }),
    answer: accounts,
  },
  sign: { ask: signRequest, answer: signResult },
  exportWords: { ask: nothing, answer: v.string() },
  exportKey: { ask: v.picklist(['eip155', 'solana']), answer: v.string() },
  exportDeviceShare: { ask: nothing, answer: v.string() },
  lock: { ask: nothing, answer: nothing },
} as const

export type CallName = keyof typeof calls
export type Ask<K extends CallName> = v.InferOutput<(typeof calls)[K]['ask']>
export type Answer<K extends CallName> = v.InferOutput<(typeof calls)[K]['answer']>
export type KnownAccount = v.InferOutput<typeof account>
export type AccountNetwork = v.InferOutput<typeof accountNetwork>

export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)

/** Every request to the worker; the schema of `ask` is that of its call. */
export const request = v.strictObject({ id: v.number(), call: v.string(), ask: v.unknown() })
export const reply = v.union([
  v.strictObject({ id: v.number(), answer: v.unknown() }),
  v.strictObject({
    id: v.number(),
    error: v.strictObject({ code: v.string(), message: v.string() }),
  }),
  v.strictObject({ locked: v.picklist(['idle', 'asked']) }),
])
