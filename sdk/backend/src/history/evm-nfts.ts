import { decodeAbi } from '@portico/signatures/abi'

/** What an ERC-721 or ERC-1155 contract says that it moved. */
export interface IndexedNft {
  /** The index of its log, and its place among the items of that log. */
  readonly place: number
  readonly token: string
  readonly standard: 'erc721' | 'erc1155'
  /** Decimal text. */
  readonly tokenId: string
  readonly sender: string
  readonly recipient: string
  readonly amount: bigint
}
export interface EvmLog {
  readonly address: string
  readonly topics: readonly string[]
  /** Hex with 0x, in lower case. */
  readonly data: string
  readonly logIndex: number
}

/**
 * keccak256 of `Transfer(address,address,uint256)`,
 * `TransferSingle(address,address,address,uint256,uint256)` and
 * `TransferBatch(address,address,address,uint256[],uint256[])`
 */
const [transfer, single, batch] = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
] as const
/** The first topics of logs that say that something moved. */
export const moveTopics: ReadonlySet<string> = new Set([transfer, single, batch])
/** Of one log; what a batch holds beyond that is not read. */
const itemsPerLog = 1_000

/**
 * Nothing for what is none of the three events as the standards write them, nor for an amount of
 * zero.
 */
export function nftsIn({ address, topics, data, logIndex }: EvmLog): readonly IndexedNft[] {
  const [topic, first, second, third] = topics
  if (topics.length !== 4 || !first || !second || !third) return []
  if (topic === transfer) {
    if (data !== '0x') return []
    const tokenId = String(BigInt(third))
    return [
      {
        place: logIndex * itemsPerLog,
        token: address,
        standard: 'erc721',
        tokenId,
        sender: accountIn(first),
        recipient: accountIn(second),
        amount: 1n,
      },
    ]
  }
  const items = topic === single ? singleIn(data) : topic === batch ? batchIn(data) : []
  return items.flatMap(({ id, amount }, index) =>
    amount === 0n
      ? []
      : [
          {
            place: logIndex * itemsPerLog + index,
            token: address,
            standard: 'erc1155' as const,
            tokenId: String(id),
            sender: accountIn(second),
            recipient: accountIn(third),
            amount,
          },
        ],
  )
}

type Item = { readonly id: bigint; readonly amount: bigint }

const accountIn = (topic: string): string => `0x${topic.slice(26)}`

function singleIn(data: string): readonly Item[] {
  const [id, amount] = decodeAbi(['word', 'word'], data).values ?? []
  return id === undefined || amount === undefined ? [] : [{ id, amount }]
}

function batchIn(data: string): readonly Item[] {
  const [ids = [], amounts = []] =
    decodeAbi([{ list: 'word' }, { list: 'word' }], data, { isExact: false }).values ?? []
  return ids.length === amounts.length
    ? ids.slice(0, itemsPerLog).map((id, index) => ({ id, amount: amounts[index] ?? 0n }))
    : []
}
