export interface AnalyticsOptions {
  /** Where events go: origin, and path if there is one, such as `https://portico.example`; each is a `POST /e` there. `@portico/backend` listens, or whatever speaks the same API. Without it nothing is sent. */
  readonly endpoint?: string
  /** Sent with every event. */
  readonly projectId?: string
  /** Sent as `sv` with every event: `portico.sdkVersion` says what it is. Default `html-universal`. */
  readonly sdkVersion?: string
  /** Sends the address of the active account with every event. Default false: ask people before you turn it on. */
  readonly includeAddress?: boolean
}
