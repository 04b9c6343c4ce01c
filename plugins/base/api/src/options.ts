export interface ApiOptions {
  /** Appended to the query of every call as `clientId`. */
  readonly clientId?: string
  /**
   * Whom pictures are asked of besides this page's own host: `['assets.example', 'cdn.example:8443']`. Each of them learns who looks at what. Default none: icons
   * that are themselves the text are shown, the rest are initials.
   */
  readonly imageHosts?: readonly string[]
}

export interface BackendOptions {
  /** Origin, and path if there is one: `https://portico.example`. `@portico/backend` answers there, or whatever speaks the same API. */
  readonly url: string
  /** Sent with every question. A backend of one's own takes any, or none. */
  readonly projectId?: string
  /** Sent as `sv` with what is read. Default `html-universal`. */
  readonly sdkVersion?: string
}
