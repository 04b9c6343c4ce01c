/** The JSON-RPC error that the relay returns instead of a result. */
export class RelayRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RelayRefusal'
    this.code = code
  }
}
