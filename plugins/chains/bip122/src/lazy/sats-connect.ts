/** The one place that knows sats-connect: its core package, loaded with the first wallet that was picked and speaks by it. */
import { request as satsRequest } from '@sats-connect/core'

/** Asks the provider that stands at this path of the window. Answers `result` or `error`; throws what the wallet threw. */
export const request = (method: string, params: unknown, path: string): Promise<unknown> => satsRequest(method as 'getInfo', params as null, path)
