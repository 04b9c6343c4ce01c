/** The requests of the page by name, with the schemas of payload and result. */
import * as v from 'valibot'
import { accountRequests } from './account-requests.js'
import { recoveryRequests } from './recovery-requests.js'

const none = /* @__PURE__ */ v.optional(v.null())
const text = /* @__PURE__ */ v.pipe(v.string(), v.minLength(1), v.maxLength(512))
const link = /* @__PURE__ */ v.pipe(v.string(), v.url(), v.maxLength(2_048))

/** CAIP-2. */
const chainId = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/))
/** An e-mail address (S5.27); 254 is the longest that can be delivered. */
export const emailSchema = /* @__PURE__ */ v.pipe(v.string(), v.maxLength(254), v.email())
/** A one-time code. */
export const codeSchema = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^\d{6}$/))

const accountType = /* @__PURE__ */ v.picklist(['eoa', 'smartAccount'])
/** The social providers (S5.28). */
export const socialProviderSchema = /* @__PURE__ */ v.picklist([
  'google',
  'github',
  'apple',
  'facebook',
  'x',
  'discord',
])
/** Theme modes (S5.29). */
const themeMode = /* @__PURE__ */ v.picklist(['light', 'dark'])

/** What follows the address of a login (S5.30). */
const emailAction = /* @__PURE__ */ v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'])
/** What follows a changed address (S5.31). */
const updateAction = /* @__PURE__ */ v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'])

const address = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[a-zA-Z\d]{20,128}$/))
const accounts = /* @__PURE__ */ v.pipe(
  v.array(v.strictObject({ address, type: accountType })),
  v.maxLength(64),
)
/** The wallet user (S3.59, S3.60). `accounts` are those of the namespace of `chainId`. */
const userSchema = /* @__PURE__ */ v.strictObject({
  email: v.optional(v.nullable(emailSchema)),
  userName: v.optional(v.nullable(text)),
  address,
  chainId,
  accounts: v.optional(accounts),
  smartAccountDeployed: v.optional(v.boolean()),
  preferredAccountType: v.optional(accountType),
})
export type WalletUser = v.InferOutput<typeof userSchema>

const email = /* @__PURE__ */ v.strictObject({ email: emailSchema })
const otp = /* @__PURE__ */ v.strictObject({ otp: codeSchema })
const variables = /* @__PURE__ */ v.record(
  v.pipe(v.string(), v.regex(/^--[-\w]{1,64}$/)),
  v.union([v.pipe(v.string(), v.maxLength(256)), v.number()]),
)

const asked = /* @__PURE__ */ v.strictObject({
  chainId: v.optional(chainId),
  preferredAccountType: v.optional(accountType),
})

/** Seconds are milliseconds here; the limits are those of S9.07. */
const loginMs = 30_000
const otherMs = 30_000

/**
 * `timeoutMs`: how long the page waits for the answer. Undefined where the person decides, which no
 * timer may end.
 */
export const requests = {
  SWITCH_NETWORK: {
    payload: /* @__PURE__ */ v.strictObject({ chainId }),
    result: /* @__PURE__ */ v.strictObject({ chainId }),
    timeoutMs: otherMs,
  },
  CONNECT_EMAIL: {
    payload: email,
    result: /* @__PURE__ */ v.strictObject({
      action: emailAction,
      /** How long the server refuses to send another code. */
      resendAfterSeconds: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    }),
    timeoutMs: loginMs,
  },
  CONNECT_DEVICE: { payload: none, result: none, timeoutMs: loginMs },
  CONNECT_OTP: { payload: otp, result: none, timeoutMs: loginMs },
  GET_SOCIAL_REDIRECT_URI: {
    payload: /* @__PURE__ */ v.strictObject({ provider: socialProviderSchema }),
    result: /* @__PURE__ */ v.strictObject({ uri: link }),
    timeoutMs: loginMs,
  },
  CONNECT_SOCIAL: {
    payload: /* @__PURE__ */ v.strictObject({ ...asked.entries, uri: link }),
    result: userSchema,
    timeoutMs: loginMs,
  },
  GET_FARCASTER_URI: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({ url: link }),
    timeoutMs: otherMs,
  },
  CONNECT_FARCASTER: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({ userName: text }),
    timeoutMs: undefined,
  },
  GET_USER: {
    payload: /* @__PURE__ */ v.optional(asked),
    result: userSchema,
    timeoutMs: otherMs,
  },
  SIGN_OUT: { payload: none, result: none, timeoutMs: 3_000 },
  IS_CONNECTED: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({ isConnected: v.boolean() }),
    timeoutMs: otherMs,
  },
  ...recoveryRequests,
  GET_CHAIN_ID: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({ chainId }),
    timeoutMs: otherMs,
  },
  RPC_REQUEST: {
    // The method is checked by the list of methods, which has an answer of its own.
    payload: /* @__PURE__ */ v.strictObject({
      method: v.unknown(),
      params: v.optional(v.unknown()),
      chainId,
    }),
    result: /* @__PURE__ */ v.unknown(),
    timeoutMs: undefined,
  },
  RPC_ABORT: {
    payload: /* @__PURE__ */ v.strictObject({
      id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
    }),
    result: none,
    timeoutMs: otherMs,
  },
  UPDATE_EMAIL: {
    payload: email,
    result: /* @__PURE__ */ v.strictObject({ action: updateAction }),
    // The person confirms the new address in the frame.
    timeoutMs: undefined,
  },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: otp, result: none, timeoutMs: otherMs },
  UPDATE_EMAIL_SECONDARY_OTP: {
    payload: otp,
    result: /* @__PURE__ */ v.strictObject({ newEmail: emailSchema }),
    timeoutMs: otherMs,
  },
  SYNC_THEME: {
    payload: /* @__PURE__ */ v.strictObject({
      themeMode: v.optional(themeMode),
      themeVariables: v.optional(variables),
    }),
    result: none,
    timeoutMs: otherMs,
  },
  SYNC_DAPP_DATA: {
    payload: /* @__PURE__ */ v.strictObject({
      language: v.optional(v.pipe(v.string(), v.regex(/^[a-zA-Z-]{2,35}$/))),
      projectId: v.optional(text),
    }),
    result: none,
    timeoutMs: otherMs,
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({
      smartAccountEnabledNetworks: v.pipe(
        v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
        v.maxLength(1_000),
      ),
    }),
    timeoutMs: otherMs,
  },
  INIT_SMART_ACCOUNT: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({ address, isDeployed: v.boolean() }),
    timeoutMs: otherMs,
  },
  SET_PREFERRED_ACCOUNT: {
    payload: /* @__PURE__ */ v.strictObject({ type: accountType }),
    result: /* @__PURE__ */ v.strictObject({ type: accountType, address }),
    timeoutMs: otherMs,
  },
  ...accountRequests,
} as const

export type RequestName = keyof typeof requests
/** True for a request that waits for the person's decision, and that the page may abort. */
export const waitsForPerson = (name: RequestName): boolean => requests[name].timeoutMs === undefined
export type Payload<Name extends RequestName> = v.InferOutput<(typeof requests)[Name]['payload']>
export type Result<Name extends RequestName> = v.InferOutput<(typeof requests)[Name]['result']>

/** Milliseconds until the frame must have answered the bootstrap message. */
export const readyMs = 20_000
