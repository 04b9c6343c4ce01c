export type DevnetErrorCode =
  | 'NODE_MISSING'
  | 'NODE_ENDED'
  | 'NODE_SILENT'
  | 'RPC_UNREACHABLE'
  | 'RPC_REFUSED'
  | 'NO_SUCH_CHAIN'
  | 'NO_SUCH_LEDGER'
  | 'NO_SUCH_SNAPSHOT'
  | 'NO_RELAY'
  | 'NO_BACKEND'
  | 'NO_MAIL'
  | 'STOPPED'
  | 'BAD_ARGUMENT'

/**
 * Everything the devnet throws. `code` is for programs, `message` is a sentence for the person at
 * the terminal.
 */
export class DevnetError extends Error {
  readonly code: DevnetErrorCode
  /** The `data` of the node's error: the revert data of a call, for example. */
  readonly data: unknown

  constructor(
    code: DevnetErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly data?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DevnetError'
    this.code = code
    this.data = options.data
  }
}
