import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../chains/chain.js'
import { openStore, type Store } from '../store/open-store.js'
import { type IndexedTransaction, payeePlaces } from './evm-blocks.js'
import { isReal, operationOf, readCursor, readHistoryPage } from './history-pages.js'
import { createIndexWriter } from './index-writer.js'

const [me, other, zeroAddress] = [
  `0x${'1'.repeat(40)}`,
  `0x${'2'.repeat(40)}`,
  `0x${'0'.repeat(40)}`,
]
const coin = `0x${'c'.repeat(40)}`
const move = (sender: string, recipient: string, token = coin) => ({ sender, recipient, token })

describe('the kind of a transaction for an account', () => {
  const lists = { configuration: { tokens: [{ address: coin }] } } as Parameters<
    typeof operationOf
  >[3]
  it.each([
    ['send', [move(me, other)], other],
    ['receive', [move(other, me)], other],
    ['send', [move(me, me)], me],
    ['mint', [move(zeroAddress, me, '0xa')], other],
    ['burn', [move(me, zeroAddress, '0xa')], zeroAddress],
    ['trade', [move(me, other, '0xa'), move(other, me, '0xb')], other],
    ['send', [move(me, other), move(other, me)], other],
    ['send', [move(me, other, `${coin}/7`)], other],
    ['execute', [], other],
  ])('the kind of a transaction is %s for the transfers %j', (operation, moves, payee) => {
    expect(
      operationOf({ sender: me, recipient: coin, selector: '0xa9059cbb', payee }, moves, me, lists),
    ).toBe(operation)
  })

  it.each([
    [
      'a market that was called, and may have paid out what no log tells of',
      { sender: me, recipient: other, selector: '0x12aa3caf' },
      'execute',
    ],
    ['somebody who was simply paid', { sender: me, recipient: other, selector: null }, 'send'],
    [
      'what an account that is a contract does on the call of another account',
      { sender: me, recipient: me, selector: '0x34fcd5be' },
      'send',
    ],
    [
      'what somebody else carried out for the account',
      { sender: other, recipient: zeroAddress, selector: '0x1fad948c' },
      'send',
    ],
  ])('the kind of a transaction is right when the transfer went to %s', (_, row, operation) => {
    expect(operationOf({ ...row, payee: null }, [move(me, other, 'native')], me, lists)).toBe(
      operation,
    )
  })

  it.each([
    ['approve', other, '0x095ea7b3'],
    ['deploy', null, '0x60806040'],
    ['send', other, null],
  ])('the kind of a transaction without a transfer is %s', (operation, recipient, selector) => {
    expect(operationOf({ sender: me, recipient, selector, payee: null }, [], me, lists)).toBe(
      operation,
    )
  })
})

describe('[S17] a transfer in the log of a contract', () => {
  const chain = {
    configuration: { tokens: [{ address: coin.toUpperCase().replace('0X', '0x') }] },
  } as Parameters<typeof isReal>[3]
  it.each([
    ['is true when the account signed it', me, { ...move(me, other, '0xfa'), amount: '0' }, true],
    ['is true of what comes in', other, { ...move(other, me, '0xfa'), amount: '1' }, true],
    [
      'is true of a coin that is vouched for, carried out by another',
      other,
      { ...move(me, other), amount: '1' },
      true,
    ],
    [
      'is true of the native coin, carried out by another',
      other,
      { ...move(me, other, 'native'), amount: '1' },
      true,
    ],
    [
      'is anybody’s word where nobody vouches for it',
      other,
      { ...move(me, other, '0xfa'), amount: '1' },
      false,
    ],
    ['is nothing where nothing was sent', other, { ...move(me, other), amount: '0' }, false],
  ])('%s', (_, signer, claim, answer) => {
    expect(isReal(claim, { sender: signer, recipient: coin }, me, chain)).toBe(answer)
  })
})

describe('the history of an account', () => {
  const account = (digit: string) => `0x${digit.repeat(40)}`
  const [outsider, friend, forged, market, fake, card] = [
    account('3'),
    account('4'),
    account('5'),
    account('6'),
    account('f'),
    account('a'),
  ]
  const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
  const chain = {
    native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    configuration: { tokens: [{ address: coin, name: 'Coin', symbol: 'CN', decimals: 0 }] },
  }
  let store: Store
  beforeAll(async () => {
    store = await openStore(':memory:')
  })
  afterAll(() => store.close())
  let count = 0
  /** Each history is that of a chain of its own. */
  const wholePageOf = async (
    sent: boolean,
    ...transactions: readonly Partial<IndexedTransaction>[]
  ) => {
    const id = `eip155:${++count}`
    const writer = createIndexWriter(store.database, id)
    await writer.begin(1, 'chain')
    const whole = transactions.map(
      (one, place): IndexedTransaction => ({
        hash: hashOf(place),
        place,
        sender: me,
        recipient: market,
        nonce: 0,
        isConfirmed: true,
        selector: null,
        payee: null,
        transfers: [],
        nfts: [],
        ...one,
      }),
    )
    await writer.append(0, [
      { number: 1, hash: hashOf(1), parent: hashOf(0), time: 1, transactions: whole },
    ])
    return read(id, sent, undefined)
  }
  const read = async (id: string, sent: boolean, cursor: string | undefined) =>
    (await readHistoryPage(
      store.database,
      [{ id, ...chain } as unknown as Chain],
      me,
      cursor,
      sent,
    )) ?? { entries: [] }
  const pageOf = async (...transactions: readonly Partial<IndexedTransaction>[]) =>
    (await wholePageOf(false, ...transactions)).entries
  type Claim = readonly [token: string, sender: string, recipient: string]
  const claims = (...all: readonly Claim[]) =>
    all.map(([token, sender, recipient], place) => ({
      place,
      token,
      sender,
      recipient,
      amount: 1_000n,
    }))
  /** Where a call pays, it is the friend. */
  const readEntry = async (
    sender: string,
    recipient: string,
    selector: string | null,
    ...moved: readonly Claim[]
  ) => {
    const payee = selector !== null && selector in payeePlaces ? friend : null
    const [entry] = await pageOf({
      sender,
      recipient,
      selector,
      payee,
      transfers: claims(...moved),
    })
    return [entry?.metadata.operationType, entry?.metadata.sentFrom, entry?.metadata.sentTo]
  }

  it.each<[string, string, string, string | null, ...Claim[]]>([
    ['an approval that is taken back', 'approve', fake, '0x095ea7b3', [fake, me, forged]],
    ['any call of the token that lies', 'execute', fake, '0x4e71d92d', [fake, me, forged]],
    ['a call of somebody else', 'execute', market, '0x12aa3caf', [fake, me, forged]],
    ['a call with nothing in it', 'execute', fake, null, [fake, me, forged]],
    ['a transfer to another', 'execute', fake, '0xa9059cbb', [fake, me, forged]],
    ['a transfer of another token', 'execute', market, '0xa9059cbb', [fake, me, forged]],
    [
      'a call of the account itself, which calls others',
      'execute',
      me,
      '0x34fcd5be',
      [fake, me, forged],
    ],
  ])(
    '[S17] a recipient that only a log names is not shown as paid, with %s',
    async (_, operation, called, selector, ...moved) => {
      expect(await readEntry(me, called, selector, ...moved)).toEqual([operation, me, called])
    },
  )

  it.each<[string, string, string, string | null, ...Claim[]]>([
    ['that says it was sent', 'execute', fake, '0x12345678', [fake, me, forged]],
    ['that says it was burned', 'execute', fake, '0x12345678', [fake, me, zeroAddress]],
    [
      'that says it was swapped',
      'execute',
      fake,
      '0x12345678',
      [fake, me, forged],
      ['0xfb', forged, me],
    ],
    [
      'that says it was burned in a call of the account',
      'execute',
      me,
      '0x12345678',
      [fake, me, zeroAddress],
    ],
    ['of nothing', 'execute', me, null],
  ])(
    '[S17] the transaction of a third party belongs to its signer, with a log %s',
    async (_, operation, called, selector, ...moved) => {
      expect(await readEntry(outsider, called, selector, ...moved)).toEqual([
        operation,
        outsider,
        called,
      ])
    },
  )

  it.each<[string, string, string, string | null, ...Claim[]]>([
    ['the native coin', me, friend, null, ['native', me, friend]],
    ['a token that nobody vouches for', me, fake, '0xa9059cbb', [fake, me, friend]],
    [
      'a token that nobody vouches for, of which its own pool got a fee',
      me,
      fake,
      '0x23b872dd',
      [fake, me, friend],
      [fake, me, market],
    ],
    [
      'a token that nobody vouches for, which names another first',
      me,
      fake,
      '0xa9059cbb',
      [fake, me, forged],
      [fake, me, friend],
    ],
    [
      'a token that is vouched for, carried out by another with what somebody says came in',
      outsider,
      market,
      '0x1fad948c',
      [coin, me, friend],
      [fake, forged, me],
    ],
    [
      'a token that is vouched for, which others say they paid for',
      me,
      coin,
      '0xa9059cbb',
      [coin, me, friend],
      [fake, forged, me],
    ],
    [
      'a token that is vouched for, carried out by another',
      outsider,
      market,
      '0x1fad948c',
      [coin, me, friend],
      [fake, me, forged],
    ],
    [
      'a token that is vouched for, by the code of the account',
      me,
      me,
      '0x34fcd5be',
      [fake, me, forged],
      [coin, me, friend],
    ],
  ])(
    'the history of an account names the recipient of a payment in %s',
    async (_, sender, called, selector, ...moved) => {
      expect(await readEntry(sender, called, selector, ...moved)).toEqual(['send', me, friend])
    },
  )

  it('[S17] the history shows the transfers of each transaction although a third party logs thousands', async () => {
    const many = Array.from({ length: 2_600 }, (_, place) => ({
      place,
      token: fake,
      sender: me,
      recipient: forged,
      amount: 1n,
    }))
    const paid = { place: 9_000, token: coin, sender: me, recipient: friend, amount: 1n }
    const entries = await pageOf(
      { sender: outsider, recipient: fake, selector: '0x12345678', transfers: many },
      { recipient: coin, selector: '0xa9059cbb', payee: friend, transfers: [paid] },
    )
    expect(
      entries.map(({ metadata, transfers }) => [
        metadata.operationType,
        metadata.sentTo,
        transfers.length,
      ]),
    ).toEqual([
      ['send', friend, 1],
      ['execute', fake, 50],
    ])
  })

  it('[S17] the history shows a payment that a third party carried out among many other transfers', async () => {
    const many = Array.from({ length: 60 }, (_, place) => ({
      place,
      token: fake,
      sender: outsider,
      recipient: me,
      amount: 1n,
    }))
    const paid = { place: 9_000, token: coin, sender: me, recipient: friend, amount: 1n }
    const [entry] = await pageOf({
      sender: outsider,
      recipient: market,
      selector: '0x1fad948c',
      transfers: [...many, paid],
    })
    expect(entry?.transfers.filter(({ direction }) => direction === 'out')).toMatchObject([
      { quantity: { numeric: '1' } },
    ])
  })

  it('[S17] the history leaves out a token symbol that is an address of a website', async () => {
    await store.database
      .insertInto('tokens')
      .values({
        chain: `eip155:${count + 1}`,
        address: fake,
        name: 'Prize',
        symbol: 'claim-prize.com',
        decimals: 0,
      })
      .execute()
    const [entry] = await pageOf({
      sender: outsider,
      recipient: fake,
      selector: '0xa9059cbb',
      transfers: claims([fake, outsider, me]),
    })
    expect(entry?.transfers).toMatchObject([
      { fungible_info: null, direction: 'in', quantity: { numeric: '1000' } },
    ])
  })

  it.each<[string, string, string]>([
    ['is paid whom a token that is vouched for names', coin, friend],
    ['is nobody of whom another token says so', fake, fake],
  ])('[S17] in a call that was indexed without its payee, %s', async (_, token, to) => {
    const [entry] = await pageOf({
      recipient: token,
      selector: '0xa9059cbb',
      transfers: claims([token, me, friend]),
    })
    expect(entry?.metadata.sentTo).toBe(to)
  })

  it("[S17] the history shows the account's own transactions apart from any number that others sent", async () => {
    const paid: Partial<IndexedTransaction> = {
      recipient: friend,
      transfers: claims(['native', me, friend]),
    }
    const carriedOut: Partial<IndexedTransaction> = {
      sender: outsider,
      recipient: market,
      transfers: claims([coin, me, friend]),
    }
    const dust = Array.from(
      { length: 120 },
      (_, at): Partial<IndexedTransaction> => ({
        sender: outsider,
        recipient: at % 2 ? me : fake,
        transfers: claims(at % 2 ? ['native', outsider, me] : [fake, me, forged]),
      }),
    )
    const { entries: all } = await wholePageOf(false, paid, carriedOut, ...dust)
    expect(all.some(({ metadata }) => metadata.sentTo === friend)).toBe(false)
    const { entries, next } = await wholePageOf(true, paid, carriedOut, ...dust)
    expect(entries.map(({ metadata }) => [metadata.operationType, metadata.sentTo])).toEqual([
      ['send', friend],
      ['send', friend],
    ])
    expect(next).toBeUndefined()
  })

  it("the next page of an account's own transactions begins where the last page ended", async () => {
    const own = Array.from({ length: 120 }, (_, nonce): readonly Partial<IndexedTransaction>[] => [
      { recipient: friend, nonce, transfers: claims(['native', me, friend]) },
      { sender: outsider, recipient: me, nonce, transfers: claims(['native', outsider, me]) },
    ])
    const nonces: number[] = []
    let page = await wholePageOf(true, ...own.flat())
    nonces.push(...page.entries.map(({ metadata }) => metadata.nonce))
    while (page.next) {
      page = await read(`eip155:${count}`, true, page.next)
      nonces.push(...page.entries.map(({ metadata }) => metadata.nonce))
    }
    expect(nonces).toEqual(Array.from({ length: 120 }, (_, at) => 119 - at))
  })

  it('the history of an account has the address of each token, by which its past price is found', async () => {
    const [entry] = await pageOf({
      recipient: friend,
      transfers: claims(['native', me, friend], [coin, me, friend]),
    })
    expect(entry?.transfers.map(({ fungible_info: token }) => token?.address)).toEqual([
      `${entry?.metadata.chain}:native`,
      `${entry?.metadata.chain}:${coin}`,
    ])
  })

  it('the history of an account names the recipient of an NFT', async () => {
    const nft = {
      place: 0,
      token: card,
      standard: 'erc721' as const,
      tokenId: '7',
      sender: me,
      recipient: friend,
      amount: 1n,
    }
    const [entry] = await pageOf({
      recipient: card,
      selector: '0x42842e0e',
      payee: friend,
      nfts: [nft],
    })
    expect(entry?.metadata).toMatchObject({ operationType: 'send', sentFrom: me, sentTo: friend })
  })

  it.each<[string, string, string | null, ...Claim[]]>([
    ['the native coin', me, null, ['native', outsider, me]],
    ['a token', fake, '0xa9059cbb', [fake, outsider, me]],
  ])('the history of an account names the sender of %s', async (_, called, selector, ...moved) => {
    expect(await readEntry(outsider, called, selector, ...moved)).toEqual(['receive', outsider, me])
  })
})

describe('a cursor', () => {
  it('[S3] a cursor of another server is refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map(text => Buffer.from(text).toString('base64url')),
        ),
        text => {
          const read = readCursor(text)
          if (read)
            expect([
              Number.isSafeInteger(read.time),
              typeof read.chain,
              Number.isSafeInteger(read.block),
            ]).toEqual([true, 'string', true])
        },
      ),
    )
    expect(readCursor(Buffer.from('[1,"eip155:1",2,3]').toString('base64url'))).toEqual({
      time: 1,
      chain: 'eip155:1',
      block: 2,
      place: 3,
    })
    expect(readCursor(Buffer.from('[1,"eip155:1",2,"3"]').toString('base64url'))).toBeUndefined()
  })
})
