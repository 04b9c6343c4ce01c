export interface AnalyticsOptions {
  /**
   * Where events are sent: origin, and path if there is one, such as `https://portico.example`.
   * Each event is a `POST /e` there, for `@portico/backend` or a service with the same API. Without
   * an endpoint nothing is sent.
   */
  readonly endpoint?: string
  /** Sent with every event. */
  readonly projectId?: string
  /**
   * Sent as `sv` with every event: `portico.sdkVersion` has the value. Default `html-universal`.
   */
  readonly sdkVersion?: string
  /**
   * Sends the address of the active account with every event. Default false: get people's consent
   * before you turn it on.
   */
  readonly includeAddress?: boolean
}
