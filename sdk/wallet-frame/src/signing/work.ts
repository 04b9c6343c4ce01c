/** What a method reads and signs: the same value, so that nothing else is signed than was read. */
import type { Reading } from '../decoders/reading.js'
import type { SigningRequest } from '../frame/serve-page.js'
import type { SignRequest, SignResult } from '../keys/sign-messages.js'
import type { FrameNetwork } from '../networks/frame-network.js'

export interface Work {
  readonly reading: Reading
  readonly sign: SignRequest
  /** The account that signs, where it is not the one that pays. */
  readonly address?: string
  /** What the page gets. */
  result(signed: SignResult): unknown
}

/** What a chain reads of a request, beside it. */
export interface Asked {
  /** As the browser gave it. */
  readonly origin: string
  /** The addresses of the person on the network of the request, the one that pays first. */
  readonly own: readonly [string, ...string[]]
  readonly network: FrameNetwork | undefined
}
/** Answers undefined for a method that it does not know. `params` fit the method's schema. */
export type ReadWork = (request: SigningRequest, asked: Asked) => Work | undefined

export const otherAccount: Reading = { outcome: 'refused', reason: 'other-account' }
export const signatureOf = (signed: SignResult): string | undefined =>
  'signature' in signed ? signed.signature : undefined
