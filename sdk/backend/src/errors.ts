export type BackendErrorCode =
  | 'BAD_CONFIGURATION'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_REFUSED'
  | 'DATABASE_FULL'
  | 'DATABASE_NEWER'
  | 'CANNOT_LISTEN'
  | 'BAD_MODULE'
  | 'NODE_UNREACHABLE'
  | 'NODE_REFUSED'
  | 'NODE_NONSENSE'
  | 'NODE_WRONG_NETWORK'
  | 'HOST_REFUSED'
  | 'HOST_UNREACHABLE'
  | 'LOGIN_SEALED'

/**
 * Everything the backend throws. `code` is for programs, `message` is a sentence for the person who
 * runs it.
 */
export class BackendError extends Error {
  readonly code: BackendErrorCode

  constructor(code: BackendErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'BackendError'
    this.code = code
  }
}
