/** What the page asks about the person's login and account, beside logging in. */
import * as v from 'valibot'

const none = /* @__PURE__ */ v.optional(v.null())
const text = /* @__PURE__ */ v.pipe(v.string(), v.maxLength(512))
const id = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
/** Milliseconds since the epoch. */
const time = /* @__PURE__ */ v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const byId = /* @__PURE__ */ v.strictObject({ id })

const sessionSchema = /* @__PURE__ */ v.strictObject({
  id,
  loginAt: time,
  lastUsedAt: time,
  isCurrent: v.boolean(),
})
const deviceSchema = /* @__PURE__ */ v.strictObject({
  id,
  name: text,
  createdAt: time,
  lastUsedAt: time,
  isCurrent: v.boolean(),
  sessions: v.pipe(v.array(sessionSchema), v.maxLength(100)),
})
/** A browser in which the person logged in. */
export type WalletDevice = v.InferOutput<typeof deviceSchema>

const entrySchema = /* @__PURE__ */ v.strictObject({
  /** The newest has the highest. */
  seq: time,
  at: time,
  event: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)),
})
/** What happened to the account, as the server logged it. */
export type ActivityEntry = v.InferOutput<typeof entrySchema>

/** Screens of the frame itself, which the page can only ask for. */
const screen = /* @__PURE__ */ v.picklist(['recovery', 'export'])
const accountSchema = /* @__PURE__ */ v.strictObject({
  email: v.nullable(v.pipe(v.string(), v.email(), v.maxLength(254))),
  /** How many passkeys log in. */
  passkeys: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The screens that this frame has. */
  screens: v.pipe(v.array(screen), v.maxLength(8)),
})
export type WalletAccount = v.InferOutput<typeof accountSchema>

const otherMs = 30_000

/** Requests without `timeoutMs` are decided by the person, in the frame. */
export const accountRequests = {
  CONNECT_PASSKEY: {
    /** `isNew`: makes a passkey, and with it a wallet. */
    payload: /* @__PURE__ */ v.strictObject({ isNew: v.boolean() }),
    result: none,
    timeoutMs: undefined,
  },
  GET_ACCOUNT: { payload: none, result: accountSchema, timeoutMs: otherMs },
  GET_DEVICES: {
    payload: none,
    result: /* @__PURE__ */ v.strictObject({
      devices: v.pipe(v.array(deviceSchema), v.maxLength(100)),
    }),
    timeoutMs: otherMs,
  },
  REMOVE_DEVICE: { payload: byId, result: none, timeoutMs: otherMs },
  SIGN_OUT_EVERYWHERE: {
    /** `keepsThis`: all other devices. */
    payload: /* @__PURE__ */ v.strictObject({ keepsThis: v.boolean() }),
    result: none,
    timeoutMs: otherMs,
  },
  GET_ACTIVITY_LOG: {
    /** `before`: only entries with a lower `seq`. */
    payload: /* @__PURE__ */ v.strictObject({ before: v.optional(time) }),
    result: /* @__PURE__ */ v.strictObject({
      entries: v.pipe(v.array(entrySchema), v.maxLength(100)),
      isComplete: v.boolean(),
    }),
    timeoutMs: otherMs,
  },
  DOWNLOAD_DATA: { payload: none, result: none, timeoutMs: undefined },
  DELETE_ACCOUNT: { payload: none, result: none, timeoutMs: undefined },
} as const
