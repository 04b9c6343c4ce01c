import fc from 'fast-check'
import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { nftsIn } from './evm-nfts.js'

const [contract, ada, bob] = ['c0', 'ada', 'b0b'].map(end => `0x${end.padStart(40, '0')}`) as [
  string,
  string,
  string,
]
const topicOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const [transfer, single, batch] = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
] as const
const log = (topics: readonly string[], data = '0x') => ({
  address: contract,
  topics,
  data,
  logIndex: 3,
})
const words = (...values: readonly bigint[]) =>
  `0x${values.map(value => value.toString(16).padStart(64, '0')).join('')}`
const pair = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

describe('the events of NFTs', () => {
  it('an ERC-721 event moves one NFT, whatever its id', () => {
    const id = 2n ** 256n - 1n
    expect(nftsIn(log([transfer, topicOf(ada), topicOf(bob), words(id)]))).toEqual([
      {
        place: 3_000,
        token: contract,
        standard: 'erc721',
        tokenId: String(id),
        sender: ada,
        recipient: bob,
        amount: 1n,
      },
    ])
  })

  it('an ERC-1155 event moves the amount that it names, of one NFT or several', () => {
    expect(
      nftsIn(log([single, topicOf(ada), topicOf(ada), topicOf(bob)], words(7n, 3n))),
    ).toMatchObject([{ standard: 'erc1155', tokenId: '7', amount: 3n, sender: ada }])
    const data = encodeAbiParameters(pair, [
      [1n, 2n, 3n],
      [10n, 0n, 30n],
    ])
    expect(
      nftsIn(log([batch, topicOf(ada), topicOf(ada), topicOf(bob)], data)).map(
        ({ place, tokenId, amount }) => [place, tokenId, amount],
      ),
    ).toEqual([
      [3_000, '1', 10n],
      [3_002, '3', 30n],
    ])
  })

  it.each([
    ['an ERC-20 transfer', log([transfer, topicOf(ada), topicOf(bob)], words(1n))],
    [
      'an ERC-721 transfer with data',
      log([transfer, topicOf(ada), topicOf(bob), words(1n)], words(1n)),
    ],
    ['another event', log([words(1n), topicOf(ada), topicOf(bob), words(1n)])],
    ['no topics', log([])],
    [
      'a single one that is cut',
      log([single, topicOf(ada), topicOf(ada), topicOf(bob)], words(7n)),
    ],
    [
      'lists of two lengths',
      log([batch, topicOf(ada), topicOf(ada), topicOf(bob)], words(64n, 128n, 1n, 5n, 0n)),
    ],
    [
      'a list longer than its data',
      log([batch, topicOf(ada), topicOf(ada), topicOf(bob)], words(64n, 64n, 2n ** 200n, 5n)),
    ],
    [
      'a list that is nowhere',
      log([batch, topicOf(ada), topicOf(ada), topicOf(bob)], words(2n ** 255n, 64n, 1n)),
    ],
  ])('%s is not read as an event of NFTs', (_name, given) => {
    expect(nftsIn(given)).toEqual([])
  })

  it('the events of NFTs are read as the standards encode them, and untrusted data never makes reading throw', () => {
    const items = fc.array(
      fc.tuple(fc.bigInt(1n, 2n ** 256n - 1n), fc.bigInt(1n, 2n ** 256n - 1n)),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(items, moved => {
        const data = encodeAbiParameters(pair, [
          moved.map(([id]) => id),
          moved.map(([, amount]) => amount),
        ])
        expect(
          nftsIn(log([batch, topicOf(ada), topicOf(ada), topicOf(bob)], data)).map(
            ({ tokenId, amount }) => [BigInt(tokenId), amount],
          ),
        ).toEqual(moved)
      }),
    )
    const hex = fc
      .uint8Array({ maxLength: 400 })
      .map(bytes => `0x${Buffer.from(bytes).toString('hex')}`)
    fc.assert(
      fc.property(fc.constantFrom(transfer, single, batch), hex, (topic, data) =>
        Array.isArray(nftsIn(log([topic, topicOf(ada), topicOf(ada), topicOf(bob)], data))),
      ),
    )
  })
})
