import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Rpc } from '../../chains/json-rpc.js'
import { openStore, type Store } from '../../store/open-store.js'
import type { Tables } from '../../store/schema.js'
import { createNftPages, type NftPages } from './nft-pages.js'

const chain = 'eip155:1'
const [cards, coins, bob] = ['ca4d', 'c014', 'b0b'].map(name => `0x${name.padStart(40, '0')}`) as [
  string,
  string,
  string,
]
/** A node by which an account has one of everything, whose contracts name no documents. */
const rpc: Rpc = {
  call: async () => expect.unreachable(),
  batch: async calls =>
    calls.map(({ params }) => ({
      result: JSON.stringify(params).includes('0x00fdd58e') ? `0x${'1'.padStart(64, '0')}` : '0x',
    })),
}

describe('the items of an account', () => {
  let store: Store
  let pages: NftPages
  beforeEach(async () => {
    store = await openStore(':memory:')
    pages = createNftPages(store.database, async () => ({ state: 'missing' }))
  })
  afterEach(() => store.close())
  const keep = async (
    rows: readonly Pick<Tables['nft_moves'], 'block' | 'place' | 'token' | 'token_id'>[],
  ) => {
    const whole = rows.map(row => ({
      ...row,
      chain,
      time: row.block,
      hash: `0x${row.block}`,
      standard: 'erc1155' as const,
      sender: cards,
      recipient: bob,
      amount: '1',
      mass: 0,
    }))
    for (let at = 0; at < whole.length; at += 500)
      await store.database
        .insertInto('nft_moves')
        .values(whole.slice(at, at + 500))
        .execute()
  }
  const read = async (limit: number, cursor?: string) => {
    const page = await pages.read({ chain, rpc, address: bob, limit, cursor })
    return {
      ids: page?.data.map(
        ({ contract, tokenId }) => `${contract === cards ? 'card' : 'coin'} ${tokenId}`,
      ),
      next: page?.next,
    }
  }

  it('the items of an account are ordered by their last arrival, each item once over all pages', async () => {
    await keep([
      { block: 1, place: 0, token: cards, token_id: '1' },
      { block: 1, place: 1_000, token: coins, token_id: '1' },
      { block: 2, place: 0, token: cards, token_id: '2' },
      { block: 2, place: 1, token: cards, token_id: '1' },
      { block: 3, place: 0, token: coins, token_id: '2' },
    ])
    const first = await read(2)
    expect(first).toEqual({ ids: ['coin 2', 'card 1'], next: '2.1' })
    expect(await read(2, '2.1')).toEqual({ ids: ['card 2', 'coin 1'], next: null })
  })

  it('an item that arrived ten thousand times is read faster than its arrivals were written', async () => {
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      block: Math.floor(index / 1_000),
      place: index % 1_000,
      token: coins,
      token_id: '1',
    }))
    const writing = await timed(() => keep(rows))
    const reading = []
    for (let turn = 0; turn < 3; turn++)
      reading.push(
        await timed(async () => expect(await read(30)).toEqual({ ids: ['coin 1'], next: null })),
      )
    // A twentieth of it; several times as much where each was compared with all that came with it.
    expect(Math.min(...reading)).toBeLessThan(writing)
  })

  it('at most a hundred thousand documents of items are kept, the newest ones', {
    tags: 'thorough',
  }, async () => {
    const now = Date.now()
    const rows = Array.from({ length: 100_003 }, (_, index) => ({
      chain,
      token: coins,
      token_id: String(index),
      state: 'missing' as const,
      facts: null,
      fetched: now - index,
    }))
    for (let at = 0; at < rows.length; at += 5_000)
      await store.database
        .insertInto('nft_documents')
        .values(rows.slice(at, at + 5_000))
        .execute()
    await pages.forget()
    const kept = await store.database
      .selectFrom('nft_documents')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('fetched').as('oldest')])
      .executeTakeFirst()
    expect(kept).toEqual({ count: 100_000, oldest: now - 99_999 })
  })
})
