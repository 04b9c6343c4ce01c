/**
 * A refusal as a wallet or a node gives it over JSON-RPC: EIP-1193 codes, EIP-5792 codes and those
 * of JSON-RPC itself.
 */
export class WalletRpcError extends Error {
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'WalletRpcError'
    this.code = code
    if (data !== undefined) this.data = data
  }
}

/** A mistake of the test that holds the remote control. */
export class MockWalletError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MockWalletError'
  }
}

/** The error for parameters that the wallet cannot read. */
export const invalidParams = (message: string) => new WalletRpcError(-32602, message)
