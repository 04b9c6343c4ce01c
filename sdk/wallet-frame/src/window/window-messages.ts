/**
 * What the frame and a window of the wallet say to each other. Both have the same origin, and the
 * channel reaches nobody else: the page around the frame has no handle of the window.
 */
import * as v from 'valibot'
import type { Confirmation } from '../signing/sign-request.js'

/** Of the `BroadcastChannel`. */
export const channelName = 'portico-wallet-window'

/** The id of one opened window: 128 random bits that only the frame and this window know. */
const id = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/** A window is there, or the person decided in it, or it is gone. */
export const fromWindowSchema = v.strictObject({
  type: v.picklist(['READY', 'APPROVED', 'DECLINED', 'FAILED', 'CLOSED']),
  id,
})
export type FromWindow = v.InferOutput<typeof fromWindowSchema>

/** What the window asks the person, and that it is not needed any more. */
export const toWindowSchema = v.variant('type', [
  v.strictObject({
    type: v.literal('ASK'),
    id,
    /** As the frame has it by now. */
    language: v.string(),
    mode: v.optional(v.picklist(['light', 'dark'])),
    confirmation: v.custom<Confirmation>(value => typeof value === 'object' && value !== null),
  }),
  v.strictObject({ type: v.literal('END'), id }),
])
export type ToWindow = v.InferOutput<typeof toWindowSchema>
