import { ChainError, type Hex } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import { multicall } from 'viem/actions'
import { withClient } from '../node/client.js'
import type { Rpc } from '../node/rpc.js'
import { readContractNumber } from '../transactions/contract-calls.js'
import { balanceOf } from './assets.js'

/** Multicall3 has this address on nearly every network. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: 'amount', type: 'uint256' }],
  },
] as const
// A call of this size stays below the gas limit that nodes have for one call.
const mostAtOnce = 250

/**
 * Reads the owner's balance at each ERC-20 contract, in base units. Undefined where a contract
 * returns no valid number.
 */
export async function readTokenAmounts(
  rpc: Rpc,
  owner: Hex,
  contracts: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly (bigint | undefined)[]> {
  const parts = Array.from({ length: Math.ceil(contracts.length / mostAtOnce) }, (_, at) =>
    contracts.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  )
  const amounts = await Promise.all(parts.map(part => readTogether(rpc, owner, part, signal)))
  return amounts.flat()
}

async function readTogether(
  rpc: Rpc,
  owner: Hex,
  contracts: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly (bigint | undefined)[]> {
  const calls = contracts.map(
    address => ({ abi, address, functionName: 'balanceOf', args: [owner] }) as const,
  )
  const answers = await withClient(
    rpc,
    client =>
      multicall(client, {
        multicallAddress: multicall3,
        contracts: calls,
        allowFailure: true,
        batchSize: 0,
      }),
    signal,
  )
  // viem matches by position, so a list of another length would give one token the amount of
  // another.
  if (answers.length !== contracts.length) throw new ChainError('CHAIN_ANSWER')
  return answers.some(answer => answer.status === 'success')
    ? answers.map(answer => answer.result)
    : readOneByOne(rpc, owner, contracts, signal)
}

/** For networks without Multicall3: one batch of requests. */
async function readOneByOne(
  rpc: Rpc,
  owner: Hex,
  contracts: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly (bigint | undefined)[]> {
  const data = balanceOf(owner)
  const refused = (error: unknown) => {
    if (error instanceof RpcRefusal) return undefined
    throw error
  }
  return Promise.all(
    contracts.map(to => readContractNumber(rpc, { to, data }, signal).catch(refused)),
  )
}
