export interface ApiOptions {
  /** Appended to the query of every call as `clientId`. */
  readonly clientId?: string
  /**
   * Hosts, besides this page's own, that pictures may be requested from:
   * `['assets.example', 'cdn.example:8443']`.
   * Each of them learns who looks at what. Default none: data images are shown, other icons become
   * initials.
   */
  readonly imageHosts?: readonly string[]
}

export interface BackendOptions {
  /**
   * Origin, and path if there is one: `https://portico.example`.
   * `@portico/backend` answers there, or a service with the same API.
   */
  readonly url: string
  /** Sent with every request. A self-hosted backend accepts any value, or none. */
  readonly projectId?: string
  /** Sent as `sv` with every read. Default `html-universal`. */
  readonly sdkVersion?: string
}
