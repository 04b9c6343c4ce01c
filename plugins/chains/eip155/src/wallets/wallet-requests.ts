/** Sends requests to an injected wallet. */
import { sendWalletRequest } from '@portico/kernel/connector-kit'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'

type RawRequest = (method: string, params: readonly unknown[]) => Promise<unknown>
export type SendRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>

/** Calls the `request` function that was captured on discovery. */
export function rawRequest({ provider, request }: InjectedWallet): RawRequest {
  const { apply } = Reflect
  // The wallet gets its own copy: some modify the parameters (ids, defaults), which must not change
  // what we compare with.
  return async (method, params) =>
    apply(request, provider, [
      params.length ? { method, params: structuredClone(params) } : { method },
    ])
}

export const createSendRequest =
  (raw: RawRequest, setup: Eip155Setup): SendRequest =>
  (method, params, signal) =>
    sendWalletRequest(method, () => raw(method, params), setup, signal)
