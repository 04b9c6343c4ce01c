/** What stands in the way of a bridge. Each has a row on the page of errors. */
export type BridgeProblem =
  | 'BRIDGE_NO_PORTICO'
  | 'BRIDGE_NO_CHAIN_PLUGIN'
  | 'BRIDGE_NOT_CONNECTED'
  | 'BRIDGE_ACCOUNT_GONE'
  | 'BRIDGE_CHAIN_NOT_LISTED'
  | 'BRIDGE_DECLINED'
  | 'BRIDGE_METHOD'
  | 'BRIDGE_ARGUMENT'
  | 'BRIDGE_NODE_REFUSED'
  | 'BRIDGE_OTHER_CONNECTOR'

/** The number of EIP-1193 or JSON-RPC that viem, ethers and wagmi read. */
const numbers: Readonly<Record<BridgeProblem, number>> = {
  BRIDGE_NO_PORTICO: -32602,
  BRIDGE_NO_CHAIN_PLUGIN: 4200,
  BRIDGE_NOT_CONNECTED: 4100,
  BRIDGE_ACCOUNT_GONE: 4100,
  BRIDGE_CHAIN_NOT_LISTED: 4902,
  BRIDGE_DECLINED: 4001,
  BRIDGE_METHOD: 4200,
  BRIDGE_ARGUMENT: -32602,
  BRIDGE_NODE_REFUSED: -32000,
  BRIDGE_OTHER_CONNECTOR: 4200,
}

/**
 * An error of a bridge. `reason` says what happened; `code` is a number of EIP-1193, because the
 * libraries on the other side read it.
 */
export class BridgeError extends Error {
  override readonly name = 'BridgeError'
  readonly reason: BridgeProblem
  readonly code: number
  /** What a node added to its refusal, such as revert data. */
  readonly data?: unknown

  constructor(
    reason: BridgeProblem,
    sentence: string,
    options: { readonly cause?: unknown; readonly code?: number; readonly data?: unknown } = {},
  ) {
    super(sentence, 'cause' in options ? { cause: options.cause } : undefined)
    this.reason = reason
    this.code = options.code ?? numbers[reason]
    if (options.data !== undefined) this.data = options.data
  }
}

export const notConnected = (namespace: string): BridgeError =>
  new BridgeError(
    'BRIDGE_NOT_CONNECTED',
    `No ${namespace} wallet is connected. Call portico.open() or connect first.`,
  )

export const accountGone = (address: string): BridgeError =>
  new BridgeError(
    'BRIDGE_ACCOUNT_GONE',
    `The wallet of ${address} is not connected any more. Read the account again and make a new signer.`,
  )

export const chainNotListed = (network: string, code?: number): BridgeError =>
  new BridgeError(
    'BRIDGE_CHAIN_NOT_LISTED',
    `This app does not list the network ${network}. Add it to the networks of its chain plugin, or switch to a listed one.`,
    code === undefined ? {} : { code },
  )

export const declined = (cause: unknown): BridgeError =>
  new BridgeError('BRIDGE_DECLINED', 'You declined this in the wallet.', { cause })

/** The person closed the modal. */
export const nothingConnected = (): BridgeError =>
  new BridgeError('BRIDGE_DECLINED', 'No wallet was connected.')

export const badArgument = (sentence: string): BridgeError =>
  new BridgeError('BRIDGE_ARGUMENT', sentence)
