import { ChainError, type Hex, type NetworkId, networkId, type Token } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import { displayText, message } from '@portico/kernel/text'
import { decodeText } from '@portico/signatures/abi'
import { namespace } from '../networks.js'
import { readWord } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import { callContract } from '../transactions/contract-calls.js'

/** `name()`, `symbol()`, `decimals()`. */
const [nameCall, symbolCall, decimalsCall] = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const

/**
 * Reads what an ERC-20 contract declares. Throws a ChainError when it returns no decimals, because
 * then it is no token.
 */
export async function readToken(
  rpc: Rpc,
  contract: Hex,
  network: NetworkId,
  signal: AbortSignal,
): Promise<Token> {
  const [name, symbol, decimals] = await Promise.all([
    callUnlessReverted(rpc, contract, nameCall, signal),
    callUnlessReverted(rpc, contract, symbolCall, signal),
    readDecimals(rpc, contract, signal),
  ])
  const shown = textOf(symbol)
  if (decimals === undefined || !shown)
    throw new ChainError(
      'CHAIN_ANSWER',
      message('eip155.error.token', 'There is no token at this address on this network.'),
    )
  const asset = `${networkId(namespace, rpc.network.id)}/erc20:${contract}` as const
  return { asset, network, name: textOf(name) ?? shown, symbol: shown, decimals }
}

/**
 * Reads a token's decimals. Undefined where the contract reverts, or returns anything but a number
 * below 256.
 */
export async function readDecimals(
  rpc: Rpc,
  contract: Hex,
  signal: AbortSignal,
): Promise<number | undefined> {
  const decimals = readWord(await callUnlessReverted(rpc, contract, decimalsCall, signal))
  return decimals !== undefined && decimals <= 255n ? Number(decimals) : undefined
}

async function callUnlessReverted(
  rpc: Rpc,
  contract: Hex,
  data: Hex,
  signal: AbortSignal,
): Promise<Hex> {
  try {
    return await callContract(rpc, { to: contract, data }, signal)
  } catch (error) {
    if (error instanceof RpcRefusal) return '0x'
    throw error
  }
}

const textOf = (answer: Hex) => displayText(decodeText(answer))
