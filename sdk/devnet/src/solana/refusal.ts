/** The JSON-RPC error that the ledger returns instead of a result. */
export class LedgerRefusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'LedgerRefusal'
    this.code = code
    this.data = data
  }
}
