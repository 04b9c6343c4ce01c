/**
 * The only module that imports sats-connect: its core package, loaded with the first picked wallet
 * of that protocol.
 */
import { request as satsRequest } from '@sats-connect/core'

/**
 * Sends a request to the provider at this path of `window`. Returns `result` or `error`; rethrows
 * the wallet's error.
 */
export const request = (method: string, params: unknown, path: string): Promise<unknown> =>
  satsRequest(method as 'getInfo', params as null, path)
