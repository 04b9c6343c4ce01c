import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../store/open-store.js'
import type { IndexedBlock } from './evm-blocks.js'
import { createIndexWriter } from './index-writer.js'

const chain = 'eip155:1'
const account = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const giver = account(0xada)

/** A block with one transaction, which gives an item to each of so many accounts. */
const block = (number: number, recipients: number): IndexedBlock => ({
  number,
  hash: hash(number),
  parent: hash(number - 1),
  time: number,
  transactions: [
    {
      hash: hash(1_000 + number),
      place: 0,
      sender: giver,
      recipient: account(0xc0de),
      nonce: number,
      isConfirmed: true,
      selector: null,
      payee: null,
      transfers: [],
      nfts: Array.from({ length: recipients }, (_, index) => ({
        place: index * 1_000,
        token: account(0xc0de),
        standard: 'erc721' as const,
        tokenId: String(index),
        sender: giver,
        recipient: account(index + 1),
        amount: 1n,
      })),
    },
  ],
})

describe('the index of NFTs', () => {
  let store: Store
  beforeEach(async () => {
    store = await openStore(':memory:')
  })
  afterEach(() => store.close())
  const written = async (...blocks: readonly IndexedBlock[]) => {
    const writer = createIndexWriter(store.database, chain)
    await writer.begin(1, 'chain')
    await writer.append(0, blocks)
    return writer
  }
  const participants = async () =>
    (
      await store.database.selectFrom('participants').select('address').orderBy('address').execute()
    ).map(({ address }) => address)
  const moves = () =>
    store.database
      .selectFrom('nft_moves')
      .select(['block', 'token_id as id', 'mass'])
      .orderBy('block')
      .orderBy('place')
      .execute()

  it('[S17] an NFT transfer is indexed for sender and recipient, and a mass gift for its recipients only', async () => {
    await written(block(1, 2), block(2, 21))
    expect(await participants()).toEqual(
      [account(1), account(2), giver, giver, account(0xc0de), account(0xc0de)].sort(),
    )
    expect((await moves()).map(({ block, mass }) => `${block} ${mass}`)).toEqual([
      ...Array(2).fill('1 0'),
      ...Array(21).fill('2 1'),
    ])
  })

  it('[R19] the index of NFTs drops the transfers of a dropped block', async () => {
    const writer = await written(block(1, 1), block(2, 3))
    await writer.truncate(1)
    expect(await moves()).toEqual([{ block: 1, id: '0', mass: 0 }])
    expect(await participants()).toEqual([account(1), giver, account(0xc0de)].sort())
  })
})
