/**
 * Reads an account's ERC-721 and ERC-1155 tokens in given collections, from the contracts
 * themselves.
 */

import type { Nft, Nfts } from '@portico/kernel/capabilities'
import { type AssetId, type Hex, type NetworkId, parseAssetId } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import { displayText } from '@portico/kernel/text'
import {
  decodeAbi,
  decodeText,
  encodeAddress,
  encodeCall,
  encodeWord,
} from '@portico/signatures/abi'
import { checksumAddress } from '../addresses/checksum.js'
import { readLogsOf, readWord } from '../node/node-answers.js'
import type { Rpc, RpcOf } from '../node/rpc.js'
import { callContract, readContractNumber } from '../transactions/contract-calls.js'
import { balanceOf } from './assets.js'

const pageSize = 24
/** Tokens of one collection that are examined. An account with more needs an indexer. */
const most = 2_000
/** Requests of one batch. */
const together = 100

// Transfer(address,address,uint256), TransferSingle and TransferBatch of ERC-1155.
const moved: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const movedOne: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const movedMany: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

interface Collection {
  readonly contract: Hex
  readonly standard: 'erc721' | 'erc1155'
}
/** A token of the account, before its metadata is read. */
interface Piece extends Collection {
  readonly amount: bigint
  readonly id: (signal: AbortSignal) => Promise<bigint | undefined>
}

export function createNfts(rpcOf: RpcOf): Pick<Nfts, 'page'> {
  return {
    /**
     * Omits a collection that cannot be read, unless nothing else is found. The cursor counts
     * tokens.
     */
    async page(account, network, { collections, cursor = '0' }, signal) {
      const rpc = rpcOf(network)
      const owner = account.address as Hex
      const known = collections.flatMap(asset => collectionOf(asset, network) ?? [])
      if (!known.length) return undefined
      const from = Number(cursor) || 0
      // One more than the page shows, to know whether another page follows.
      const enough = from + pageSize + 1
      const found = await Promise.allSettled(
        known.map(one => piecesOf(rpc, owner, one, enough, signal)),
      )
      const pieces = found.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
      for (const one of found)
        if (one.status === 'rejected' && !(pieces.length && one.reason instanceof RpcRefusal))
          throw one.reason
      const names = new Map(
        known.map(({ contract }) => [
          contract,
          readContractText(rpc, contract, '0x06fdde03', signal),
        ]),
      )
      const items = await Promise.all(
        pieces.slice(from, from + pageSize).map(async piece => {
          const id = await piece.id(signal)
          return id === undefined
            ? []
            : [
                await nftOf(
                  rpc,
                  piece,
                  id,
                  network,
                  displayText(await names.get(piece.contract)),
                  signal,
                ),
              ]
        }),
      )
      return {
        items: items.flat(),
        ...(from + pageSize < pieces.length && { next: String(from + pageSize) }),
      }
    },
  }
}

function collectionOf(asset: AssetId, network: NetworkId): Collection | undefined {
  const { network: its, assetNamespace: standard, assetReference = '' } = parseAssetId(asset) ?? {}
  const isOne =
    (standard === 'erc721' || standard === 'erc1155') &&
    its === network &&
    /^0x[\da-fA-F]{40}$/.test(assetReference)
  return isOne ? { standard, contract: checksumAddress(assetReference) } : undefined
}

/**
 * Returns undefined where the contract reverts, which is the contract's fault and not the node's.
 */
async function answered<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined
    throw error
  }
}
const readContractText = async (
  rpc: Rpc,
  to: Hex,
  data: Hex,
  signal: AbortSignal,
): Promise<string | undefined> =>
  decodeText((await answered(callContract(rpc, { to, data }, signal))) ?? '0x')

async function piecesOf(
  rpc: Rpc,
  owner: Hex,
  one: Collection,
  enough: number,
  signal: AbortSignal,
): Promise<readonly Piece[]> {
  const number = (data: Hex) =>
    answered(readContractNumber(rpc, { to: one.contract, data }, signal))
  if (one.standard === 'erc1155') {
    const ids = await idsOf(
      rpc,
      one.contract,
      [[movedOne, movedMany], null, null, topicOf(owner)],
      signal,
    )
    const held = await firstHeld(
      ids,
      enough,
      async id => (await number(encodeCall('0x00fdd58e', ['address', 'word'], [owner, id]))) ?? 0n,
    )
    return held.map(({ id, amount }) => ({ ...one, amount, id: async () => id }))
  }
  const [count, isEnumerable] = await Promise.all([
    number(balanceOf(owner)),
    number(encodeCall('0x01ffc9a7', ['word'], [enumerable])),
  ])
  if (!count) return []
  const indices = Array.from(
    { length: Math.min(Number(count), most) },
    (_, at) => count - 1n - BigInt(at),
  )
  if (isEnumerable === 1n)
    return indices.map(index => ({
      ...one,
      amount: 1n,
      id: own =>
        answered(
          readContractNumber(
            rpc,
            {
              to: one.contract,
              data: encodeCall('0x2f745c59', ['address', 'word'], [owner, index]),
            },
            own,
          ),
        ),
    }))
  const ids = await idsOf(rpc, one.contract, [moved, null, topicOf(owner)], signal)
  const held = await firstHeld(ids, enough, async id =>
    (await number(encodeCall('0x6352211e', ['word'], [id]))) === BigInt(owner) ? 1n : 0n,
  )
  return held.map(({ id, amount }) => ({ ...one, amount, id: async () => id }))
}
/**
 * Filters the tokens that the account still holds, up to `enough`, because a received token may
 * have left. Sends a hundred requests per batch.
 */
async function firstHeld(
  ids: readonly bigint[],
  enough: number,
  amountOf: (id: bigint) => Promise<bigint>,
) {
  const held: { readonly id: bigint; readonly amount: bigint }[] = []
  for (let at = 0; at < ids.length && held.length < enough; at += together) {
    const some = ids.slice(at, at + together)
    const amounts = await Promise.all(some.map(amountOf))
    held.push(
      ...some
        .map((id, at) => ({ id, amount: amounts[at] ?? 0n }))
        .filter(({ amount }) => amount > 0n),
    )
  }
  return held
}
/** Interface id of the ERC-721 enumeration, left-aligned in its word. */
const enumerable = 0x780e9d63n << 224n
const topicOf = (address: Hex): Hex => `0x${encodeAddress(address)}`

/** Returns the ids of all tokens that the account ever received, newest first. */
async function idsOf(
  rpc: Rpc,
  contract: Hex,
  topics: readonly (Hex | readonly Hex[] | null)[],
  signal: AbortSignal,
): Promise<readonly bigint[]> {
  const logs = await rpc.request(
    'eth_getLogs',
    [{ address: contract, fromBlock: '0x0', toBlock: 'latest', topics }],
    readLogsOf(contract),
    signal,
  )
  const ids = logs.flatMap(({ topics: [kind, , , last], data }) => {
    if (kind === movedMany) return manyOf(data)
    return readWord(kind === movedOne ? data.slice(0, 66) : last) ?? []
  })
  return [...new Set(ids.reverse())].slice(0, most)
}
/** Decodes the ids of a `TransferBatch`, whose data is a list of ids and a list of amounts. */
const manyOf = (data: Hex): readonly bigint[] =>
  decodeAbi([{ list: 'word' }, { list: 'word' }], data, { isExact: false }).values?.[0] ?? []

async function nftOf(
  rpc: Rpc,
  piece: Piece,
  id: bigint,
  network: NetworkId,
  collection: string | undefined,
  signal: AbortSignal,
): Promise<Nft> {
  const { contract, standard, amount } = piece
  // tokenURI(uint256), uri(uint256). In ERC-1155 `{id}` stands for the id in 64 hex digits.
  const said = await readContractText(
    rpc,
    contract,
    encodeCall(standard === 'erc721' ? '0xc87b56dd' : '0x0e89341c', ['word'], [id]),
    signal,
  )
  const metadata = said?.replaceAll('{id}', encodeWord(id))
  return {
    asset: `${network}/${standard}:${contract}/${id}`,
    network,
    standard,
    tokenId: String(id),
    amount,
    address: contract,
    ...(collection && { collection }),
    ...(metadata && { metadata }),
  }
}
