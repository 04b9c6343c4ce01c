import { defineEvent, type EventRef } from '../refs.js'

/** Names of facts.md section 7 that plugins of this repository announce. Sent nowhere by itself. */
export interface TrackedEvent {
  /** `MODAL_OPEN`, `CONNECT_SUCCESS`, … */
  readonly name: string
  /** Plain and free of addresses, e-mails, signatures. */
  readonly properties?: Readonly<Record<string, string | number | boolean>>
}
/** Something that a host may want to count. It reaches nobody unless the host listens or includes the analytics plugin. */
export const tracked: EventRef<TrackedEvent> = /* @__PURE__ */ defineEvent<TrackedEvent>('tracked')
