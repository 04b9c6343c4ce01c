import type { SignedAuthorization } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { invalidParams } from './errors.js'
import type { Hex } from './evm-options.js'
import { bytesOf, chainIdOf, quantityOf } from './evm-params.js'
import type { NodeRequest } from './node-rpc.js'

export interface TransactionOrder {
  readonly account: PrivateKeyAccount
  readonly chainId: number
  readonly node: NodeRequest
  /** The parameters of the page; everything but `to` or `data` may be missing. */
  readonly request: Readonly<Record<string, unknown>>
  /**
   * For a transaction that also delegates its sender by EIP-7702: makes the authorization for the
   * nonce after the transaction's.
   */
  readonly delegateTo?: Hex | undefined
  /** Spares the estimate, which a node refuses for what would revert. */
  readonly gas?: bigint
}

/**
 * Signs transactions with local keys and hands them to the node, one after the other, so that no
 * two take the same nonce.
 */
export function createSender(): (order: TransactionOrder) => Promise<Hex> {
  const line = { last: Promise.resolve() as Promise<unknown> }
  return order => {
    const sent = line.last.then(
      () => sendOne(order),
      () => sendOne(order),
    )
    line.last = sent
    return sent
  }
}

async function sendOne(order: TransactionOrder): Promise<Hex> {
  const signed = await signTransaction(order)
  return (await order.node('eth_sendRawTransaction', [signed])) as Hex
}

/** Signs a transaction and does not send it. */
export async function signTransaction(order: TransactionOrder): Promise<Hex> {
  const { account, chainId, node, request, delegateTo } = order
  if (request.chainId !== undefined && chainIdOf(request.chainId) !== chainId)
    throw invalidParams(`The chainId should be the current one, ${chainId}.`)

  const nonce = Number(
    quantityOf(request.nonce) ??
      BigInt(String(await node('eth_getTransactionCount', [account.address, 'pending']))),
  )
  const call = {
    to: bytesOf(request.to),
    data: bytesOf(request.data ?? request.input),
    value: quantityOf(request.value) ?? 0n,
  }
  const gas = quantityOf(request.gas) ?? order.gas ?? (await estimateGas(order, call))
  const common = {
    chainId,
    nonce,
    gas,
    value: call.value,
    ...(call.to ? { to: call.to } : {}),
    ...(call.data ? { data: call.data } : {}),
  }

  const gasPrice = quantityOf(request.gasPrice)
  return account.signTransaction(
    gasPrice === undefined
      ? {
          ...common,
          ...(await feesOf(order)),
          ...(delegateTo
            ? { authorizationList: [await authorize(order, delegateTo, nonce + 1)] }
            : {}),
        }
      : { ...common, gasPrice, type: 'legacy' },
  )
}

async function estimateGas(
  { account, node }: TransactionOrder,
  { to, data, value }: { to: Hex | undefined; data: Hex | undefined; value: bigint },
): Promise<bigint> {
  const estimate = await node('eth_estimateGas', [
    { from: account.address, to, data, value: `0x${value.toString(16)}` },
  ])
  return BigInt(String(estimate))
}

async function feesOf({
  node,
  request,
}: TransactionOrder): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
  const tip =
    quantityOf(request.maxPriorityFeePerGas) ??
    BigInt(String(await node('eth_maxPriorityFeePerGas')))
  const limit = quantityOf(request.maxFeePerGas)
  if (limit !== undefined)
    return { maxFeePerGas: limit, maxPriorityFeePerGas: tip < limit ? tip : limit }
  const { baseFeePerGas } = (await node('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas: string
  }
  return { maxFeePerGas: BigInt(baseFeePerGas) * 2n + tip, maxPriorityFeePerGas: tip }
}

const authorize = (
  { account, chainId }: TransactionOrder,
  contract: Hex,
  nonce: number,
): Promise<SignedAuthorization> =>
  account.signAuthorization({ contractAddress: contract, chainId, nonce })
