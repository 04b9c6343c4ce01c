import { encodeFunctionData, parseAbi } from 'viem'
import { invalidParams, WalletRpcError } from './errors.js'
import type { EvmWalletOptions, Hex } from './evm-options.js'
import { bytesOf, chainIdOf, listOf, objectOf, quantityOf } from './evm-params.js'
import { type EvmState, toHex } from './evm-state.js'
import type { createSender } from './evm-transactions.js'
import type { Memory } from './memory.js'
import type { NodeRequest } from './node-rpc.js'
import { randomHex } from './random.js'

const batchAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

/**
 * A batch may need this much: it is not estimated, so that one that reverts gets as far as the
 * chain.
 */
const batchGas = 3_000_000n

interface Batch {
  readonly id: string
  readonly chainId: number
  readonly isAtomic: boolean
  readonly size: number
  hashes: readonly Hex[]
  hasFailed: boolean
}

const isBatch = (value: unknown): value is Batch => {
  const { id, chainId, hashes } = Object(value) as Batch
  return typeof id === 'string' && typeof chainId === 'number' && Array.isArray(hashes)
}
const readBatches = (value: unknown): readonly Batch[] =>
  Array.isArray(value) ? value.filter(isBatch) : []

interface Receipt {
  readonly status: Hex
  readonly [field: string]: unknown
}

export interface EvmCalls {
  capabilities(params: unknown): Promise<unknown>
  sendCalls(params: unknown): Promise<unknown>
  callsStatus(params: unknown): Promise<unknown>
}

/**
 * EIP-5792: several calls as one transaction by EIP-7702 where the wallet has a contract for it,
 * else one after the other.
 */
export function createEvmCalls(
  options: EvmWalletOptions,
  state: EvmState,
  nodeOf: (chainId: number) => NodeRequest,
  send: ReturnType<typeof createSender>,
  memory: Memory,
): EvmCalls {
  // What it was given it knows after a reload of the page, too: like its window, the wallet is no
  // part of that.
  const batches = new Map(readBatches(memory.read()).map(batch => [batch.id, batch]))
  const keep = (batch: Batch, change: Partial<Pick<Batch, 'hashes' | 'hasFailed'>> = {}) => {
    Object.assign(batch, change)
    batches.set(batch.id, batch)
    memory.write([...batches.values()])
  }
  const carriedOut = options.quirks?.callsCarriedOut
  const isOld = options.quirks?.callsVersion1 ?? false

  const isDelegated = async (chainId: number, address: Hex, contract: Hex) =>
    String(await nodeOf(chainId)('eth_getCode', [address, 'latest'])).toLowerCase() ===
    `0xef0100${contract.slice(2).toLowerCase()}`

  const atomicOf = async (chainId: number, address: Hex) => {
    if (carriedOut !== undefined) return 'supported'
    const contract = options.batchAccount?.[chainId]
    if (!contract) return 'unsupported'
    return (await isDelegated(chainId, address, contract)) ? 'supported' : 'ready'
  }

  const sendAsOne = async (batch: Batch, from: unknown, calls: readonly Call[], contract: Hex) => {
    const account = state.signer(from)
    const data = encodeFunctionData({ abi: batchAbi, functionName: 'execute', args: [calls] })
    const delegateTo = (await isDelegated(batch.chainId, account.address, contract))
      ? undefined
      : contract
    const order = {
      account,
      chainId: batch.chainId,
      node: nodeOf(batch.chainId),
      request: { to: account.address, data },
      delegateTo,
      gas: batchGas,
    }
    keep(batch, { hashes: [await send(order)] })
  }

  const sendInTurn = async (batch: Batch, from: unknown, calls: readonly Call[]) => {
    const account = state.signer(from)
    const node = nodeOf(batch.chainId)
    try {
      for (const { to, data, value } of calls.slice(0, carriedOut)) {
        const hash = await send({
          account,
          chainId: batch.chainId,
          node,
          request: { to, data, value: `0x${value.toString(16)}` },
        })
        keep(batch, { hashes: [...batch.hashes, hash] })
        await mined(node, hash)
      }
      if (batch.hashes.length < calls.length) keep(batch, { hasFailed: true })
    } catch {
      // The page learns it from the status: 400 when nothing was sent, 600 when a part was.
      keep(batch, { hasFailed: true })
    }
  }

  return {
    async capabilities(params) {
      const [address, wanted] = listOf(params)
      const account = state.signer(address)
      const ids = Object.keys(options.chains).map(Number)
      const requested = Array.isArray(wanted) ? wanted.map(chainIdOf) : ids
      const known = ids.filter(id => requested.includes(id))
      const entries = await Promise.all(
        known.map(async id => {
          const status = await atomicOf(id, account.address)
          return [
            toHex(id),
            isOld
              ? { atomicBatch: { supported: status !== 'unsupported' } }
              : { atomic: { status } },
          ] as const
        }),
      )
      return Object.fromEntries(entries)
    },

    async sendCalls(params) {
      const request = readCallsRequest(params)
      const { chainId, calls } = request
      const contract = carriedOut === undefined ? options.batchAccount?.[chainId] : undefined
      if (!state.knows(chainId))
        throw new WalletRpcError(5710, 'The wallet does not support the requested chain.')
      if (request.atomicRequired && !contract && carriedOut === undefined)
        throw new WalletRpcError(5760, 'The wallet cannot run the calls as one.')
      if (batches.has(request.id))
        throw new WalletRpcError(5720, 'There is a bundle with this id already.')

      const batch: Batch = {
        id: request.id,
        chainId,
        isAtomic: contract !== undefined,
        size: contract ? 1 : calls.length,
        hashes: [],
        hasFailed: false,
      }
      const from = request.from ?? state.active?.address
      state.signer(from)
      keep(batch)
      if (contract) await sendAsOne(batch, from, calls, contract)
      else void sendInTurn(batch, from, calls)
      return isOld ? batch.id : { id: batch.id }
    },

    async callsStatus(params) {
      const [id] = listOf(params)
      const batch = typeof id === 'string' ? batches.get(id) : undefined
      if (!batch) throw new WalletRpcError(5730, 'There is no bundle with this id.')
      const receipts = (
        await Promise.all(batch.hashes.map(hash => receiptOf(nodeOf(batch.chainId), hash)))
      ).filter(receipt => receipt !== null)
      const status = statusOf(batch, receipts)
      const shown = receipts.map(shownReceipt)
      if (isOld) return { status: status === 100 ? 'PENDING' : 'CONFIRMED', receipts: shown }
      return {
        version: '2.0.0',
        id: batch.id,
        chainId: toHex(batch.chainId),
        status,
        atomic: batch.isAtomic,
        ...(shown.length ? { receipts: shown } : {}),
      }
    },
  }
}

interface Call {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

function readCallsRequest(params: unknown) {
  const request = objectOf(params)
  if (typeof request.version !== 'string') throw invalidParams('Expected a version.')
  if (!Array.isArray(request.calls) || request.calls.length === 0)
    throw invalidParams('Expected at least one call.')
  const calls = request.calls.map((_, index): Call => {
    const { to, value, data } = objectOf(request.calls, index)
    const target = bytesOf(to)
    if (target?.length !== 42) throw invalidParams('Expected an address as `to` of each call.')
    return { to: target, value: quantityOf(value) ?? 0n, data: bytesOf(data) ?? '0x' }
  })
  for (const capabilities of [
    request.capabilities,
    ...request.calls.map(call => call.capabilities),
  ])
    refuseUnsupported(capabilities)
  return {
    chainId: chainIdOf(request.chainId),
    calls,
    from: request.from,
    id: typeof request.id === 'string' ? request.id : `0x${randomHex(32)}`,
    atomicRequired: request.atomicRequired === true,
  }
}

/**
 * EIP-5792: a capability that is not marked optional and not supported must be refused. This wallet
 * supports none.
 */
function refuseUnsupported(capabilities: unknown): void {
  for (const [name, capability] of Object.entries(capabilities ?? {})) {
    const { optional } = (capability ?? {}) as { optional?: unknown }
    if (optional !== true)
      throw new WalletRpcError(5700, `The wallet does not support the capability "${name}".`)
  }
}

function statusOf(batch: Batch, receipts: readonly Receipt[]): number {
  if (batch.hasFailed) return batch.hashes.length === 0 ? 400 : 600
  if (receipts.length < batch.size) return 100
  const succeeded = receipts.filter(receipt => receipt.status === '0x1').length
  if (succeeded === receipts.length) return 200
  return succeeded === 0 ? 500 : 600
}

const receiptOf = async (node: NodeRequest, hash: Hex) =>
  (await node('eth_getTransactionReceipt', [hash])) as Receipt | null

async function mined(node: NodeRequest, hash: Hex): Promise<void> {
  while ((await receiptOf(node, hash)) === null)
    await new Promise(resolve => setTimeout(resolve, 50))
}

const shownReceipt = ({
  logs,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
}: Receipt) => ({
  logs: (logs as Record<string, unknown>[]).map(({ address, data, topics }) => ({
    address,
    data,
    topics,
  })),
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})
