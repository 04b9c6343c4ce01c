/** An error answer of the wallet, with the codes of WalletConnect and of JSON-RPC. */
export class PocketRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'PocketRefusal'
    this.code = code
  }
}

/** A mistake of who holds the wallet. */
export class PocketError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PocketError'
  }
}

export interface Reason {
  readonly code: number
  readonly message: string
}

/** Any failure as it is sent to the page. */
export function reasonOf(error: unknown): Reason {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown
    readonly message?: unknown
  }
  return {
    code: typeof code === 'number' ? code : -32000,
    message: typeof message === 'string' ? message : String(error),
  }
}
