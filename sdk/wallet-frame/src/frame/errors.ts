import type { ErrorCode } from '@portico/plugin-embedded/protocol'

/** A handler answered something else than the protocol says. Reported, never sent to the page. */
export class ResultShapeError extends Error {
  override readonly name = 'ResultShapeError'
  readonly code = 'RESULT_SHAPE'
  constructor(request: string) {
    super(`The result of ${request} has another shape than the protocol says.`)
  }
}

/** Thrown by the frame to refuse a request. The page gets the code and the seconds alone. */
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
