import type { TypedDataDefinition } from 'viem'
import { invalidParams } from './errors.js'
import type { Hex } from './evm-options.js'
import { listOf } from './evm-params.js'
import type { EvmState } from './evm-state.js'

/**
 * `personal_sign`: EIP-191 over bytes given as hex, or over a text that is no hex.
 * @throws WalletRpcError -32602, 4100
 */
export function signPersonal(state: EvmState, params: unknown): Promise<Hex> {
  const [message, address] = listOf(params)
  if (typeof message !== 'string') throw invalidParams('Expected [message, address].')
  const isBytes = /^0x([0-9a-f]{2})*$/i.test(message)
  return state.signer(address).signMessage({ message: isBytes ? { raw: message as Hex } : message })
}

/**
 * `eth_signTypedData_v4`: EIP-712 over an object or its JSON. As real wallets do, it refuses a
 * domain of another chain than the active one.
 *
 * @throws WalletRpcError -32602, 4100
 */
export function signTypedData(state: EvmState, params: unknown): Promise<Hex> {
  const [address, given] = listOf(params)
  const account = state.signer(address)
  const data = readTypedData(given)
  const chainId = data.domain?.chainId
  if (chainId !== undefined && Number(chainId) !== state.chainId) {
    throw invalidParams(
      `Provided chainId "${chainId}" must match the active chainId "${state.chainId}"`,
    )
  }
  return account.signTypedData(data)
}

function readTypedData(given: unknown): TypedDataDefinition {
  const data = typeof given === 'string' ? parse(given) : given
  if (
    typeof data !== 'object' ||
    data === null ||
    !('types' in data) ||
    !('primaryType' in data) ||
    !('message' in data)
  ) {
    throw invalidParams('Expected typed data with types, primaryType and message.')
  }
  return data as TypedDataDefinition
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParams('The typed data is no JSON.')
  }
}
