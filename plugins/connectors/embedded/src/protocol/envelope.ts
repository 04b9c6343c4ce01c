/** The shapes around every message between a page and the frame of the embedded wallet. */
import * as v from 'valibot'
import { errorCodes } from './error-codes.js'
import { type RequestName, requests } from './requests.js'

export const protocolVersion = 1
/** Requests that one port answers. After them the frame has to be made anew. */
export const maxRequests = 65_536
/** Requests that may be open at once. */
export const maxOpenRequests = 32

/** 128 random bits, base64url. */
const idSchema = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/** Creates the id of a request. It is unguessable and used once. */
export const createId = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)

/** The one message from the page's window to the frame's window. It carries the port. */
export const bootstrapSchema = /* @__PURE__ */ v.strictObject({
  type: v.literal('portico-embedded/BOOTSTRAP'),
  version: v.literal(protocolVersion),
  id: idSchema,
})
/** The answer of the frame's window, with the same id. Everything else uses the port. */
export const readySchema = /* @__PURE__ */ v.strictObject({
  type: v.literal('portico-embedded/READY'),
  version: v.literal(protocolVersion),
  id: idSchema,
})

const names = /* @__PURE__ */ Object.keys(requests) as [RequestName, ...RequestName[]]

/** A request of the page. The payload has a schema of its own, by the name. */
export const requestSchema = /* @__PURE__ */ v.strictObject({
  type: v.picklist(names),
  id: idSchema,
  payload: v.optional(v.unknown()),
})
export interface RequestMessage {
  readonly type: RequestName
  readonly id: string
  readonly payload?: unknown
}

const successes = /* @__PURE__ */ names.map(name => `${name}_SUCCESS` as const)
const failures = /* @__PURE__ */ names.map(name => `${name}_ERROR` as const)

/** `seconds`: how long a cool-down still lasts. */
const errorPayloadSchema = /* @__PURE__ */ v.strictObject({
  code: v.picklist(errorCodes),
  seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))),
})
export type ErrorPayload = v.InferOutput<typeof errorPayloadSchema>

/** What the frame sends over the port: answers with the id of their request, and events. */
export const frameMessageSchema = /* @__PURE__ */ v.union([
  v.strictObject({
    type: v.picklist(successes),
    id: idSchema,
    payload: v.optional(v.unknown()),
  }),
  v.strictObject({ type: v.picklist(failures), id: idSchema, payload: errorPayloadSchema }),
  v.strictObject({
    type: v.literal('SESSION_UPDATE'),
    payload: v.strictObject({ token: v.pipe(v.string(), v.maxLength(8_192)) }),
  }),
  v.strictObject({
    type: v.literal('CONFIRMATION'),
    payload: v.strictObject({ open: v.boolean() }),
  }),
])
export type FrameMessage = v.InferOutput<typeof frameMessageSchema>
