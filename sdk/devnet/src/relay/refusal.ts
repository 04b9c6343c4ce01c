/** What the relay answers instead of a result, as a JSON-RPC error. */
export class RelayRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RelayRefusal'
    this.code = code
  }
}
