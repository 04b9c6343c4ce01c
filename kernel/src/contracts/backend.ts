/** Questions to the outside that more than one plugin asks. How each is answered is the business of handlers. */
import { defineEndpoint, defineService, type ServiceRef } from '../refs.js'
import type { Account } from './account.js'
import type { NetworkId } from './caip.js'
import type { Balance } from './capabilities/balances.js'

/** The client of specification section 7. Throws an HttpError for any status but 2xx and for no answer at all, an HttpAnswerError for a body that the schema refuses. */
export interface Http {
  get<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  post<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  put<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  delete<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  blob(url: string, options?: Omit<HttpOptions<never>, 'read' | 'body'>): Promise<Blob>
}
export interface HttpOptions<Answer> {
  /** null and undefined are dropped, empty text is sent. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** The schema at the door: gives the answer, or throws. */
  readonly read: (body: unknown) => Answer
  readonly signal?: AbortSignal
  /** Milliseconds for everything: waiting, retries, the whole body. Default 10,000. */
  readonly timeout?: number
  /** Bytes of the answer's body; more is refused. Default 5 MiB. */
  readonly limit?: number
}
export const http: ServiceRef<Http> = /* @__PURE__ */ defineService<Http>('http')

/** The native balance of an account: kept for 30 s (spec section 9). A chain's own capability answers it unless a handler with a better rank does. */
export const nativeBalance = /* @__PURE__ */ defineEndpoint<{ readonly account: Account; readonly network: NetworkId }, Balance>('nativeBalance', {
  cacheFor: 30_000,
  coolDown: 30_000,
  key: ({ account, network }) => `${network}:${account.address}`,
})
