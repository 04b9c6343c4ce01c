import type { ErrorCode } from '@portico/plugin-embedded/protocol'

/** Thrown by the frame to refuse a request. The page gets the code and the seconds, nothing else. */
export class FrameRefusal extends Error {
  override readonly name = 'FrameRefusal'
  readonly code: ErrorCode
  /** How long a cool-down still lasts. */
  readonly seconds: number | undefined
  constructor(
    code: ErrorCode,
    options: { readonly seconds?: number; readonly cause?: unknown } = {},
  ) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.seconds = options.seconds
  }
}
