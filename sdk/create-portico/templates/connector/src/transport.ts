/** How the page talks to the wallet: a window, a socket or an SDK. Answers are not trusted. */
export interface MyWalletTransport {
  /**
   * Sends one request. `connect` shows a prompt and returns the session; `session` shows none and
   * returns the session of an approved page, or undefined; `disconnect` ends it; every other method
   * is one of the chain.
   */
  request(method: string, params: unknown, network?: string): Promise<unknown>
  /** `changed`: the accounts or the network changed. `closed`: the wallet ended the session. */
  on(event: 'changed' | 'closed', listener: () => void): void
  off(event: 'changed' | 'closed', listener: () => void): void
}
