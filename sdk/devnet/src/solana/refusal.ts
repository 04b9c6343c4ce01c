/** What the ledger answers instead of a result, as a JSON-RPC error. */
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
