/** What the wallet puts on the page, by its own documentation. */
export interface MyChainProvider {
  request(method: string, params?: unknown): Promise<unknown>
  on(event: 'changed' | 'gone', listener: () => void): void
  off(event: 'changed' | 'gone', listener: () => void): void
}
