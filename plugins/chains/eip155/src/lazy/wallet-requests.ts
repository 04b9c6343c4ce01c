/** Asking a wallet in the page. */
import { askWallet } from '@portico/kernel/contracts'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'

type RawRequest = (method: string, params: readonly unknown[]) => Promise<unknown>
export type Ask = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>

/** Asks the wallet by the function that was taken when it was met. */
export function rawRequest({ provider, request }: InjectedWallet): RawRequest {
  const { apply } = Reflect
  // The wallet gets a copy of its own: some write on what they are given (ids, defaults), and nothing they do may change what we compare with.
  return async (method, params) => apply(request, provider, [params.length ? { method, params: structuredClone(params) } : { method }])
}

export const asker =
  (raw: RawRequest, setup: Eip155Setup): Ask =>
  (method, params, signal) =>
    askWallet(method, () => raw(method, params), setup, signal)
