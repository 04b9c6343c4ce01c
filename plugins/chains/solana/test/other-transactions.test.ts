/**
 * Outcomes of a request: wallets that refuse, fail, send something else, or do not respond, on the
 * devnet's ledger.
 */
import { startingLamports } from '@portico/devnet'
import type { Draft } from '@portico/kernel/chain'
import { base64 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assetOf } from '../src/assets/assets.js'
import { buildTransaction, sendSol } from '../src/transactions/build-transaction.js'
import { thrownBy } from './bench.js'
import { hashOf, wireOf } from './outcomes-rig.js'
import {
  ada,
  bob,
  broadcast,
  compare,
  describeIt,
  dollars,
  eve,
  find,
  ledger,
  network,
  payment,
  prepare,
  sendBy,
  setUpPayments,
  signed,
  start,
  stop,
} from './payments-bench.js'

setUpPayments()

describe('[S2] a wallet, or a script in the page, that sends another transaction and returns its hash', () => {
  beforeEach(() => start())
  afterEach(stop)
  /** Requests `draft`, while the wallet sends `other` with the key of an account. */
  const sendOther = async (draft: Draft, other: Uint8Array, at = 0) => {
    const description = await describeIt(draft)
    const { hash } = await sendBy(
      async () => ({ signature: await broadcast(signed(other, at)) }),
      draft,
    )
    expect(hash).toBe(hashOf(signed(other, at)))
    return compare(hash, description)
  }

  it('another transaction of the wallet is detected by the recipient of SOL', async () => {
    expect(await sendOther(await prepare(), wireOf(await prepare({ to: eve() })))).toEqual({
      status: 'different',
      to: eve(),
    })
  })
  it('another transaction of the wallet is detected by the recipient of a token, whose owner is named', async () => {
    expect(await sendOther(await dollars(), wireOf(await dollars({ to: eve() })))).toEqual({
      status: 'different',
      to: eve(),
    })
  })
  it('another transaction of the wallet is detected by the amount', async () => {
    expect(
      await sendOther(await prepare(), wireOf(await prepare({ amount: 9_000_000_000n }))),
    ).toEqual({ status: 'different', amount: 9_000_000_000n })
    expect(await sendOther(await dollars(), wireOf(await dollars({ amount: 7_000n })))).toEqual({
      status: 'different',
      amount: 7_000n,
    })
  })
  it('another transaction of the wallet is detected by the token, whose amount is not shown with the decimals of the other', async () => {
    const euros = await prepare({
      asset: assetOf(network(), ledger.tokens.euro.mint),
      decimals: ledger.tokens.euro.decimals,
      amount: 900n,
    })
    expect(await sendOther(await dollars(), wireOf(euros))).toEqual({ status: 'different' })
  })
  it('another transaction of the wallet is detected by an additional transfer beside the requested one', async () => {
    const draft = await prepare({ amount: 1_000_000n })
    const { blockhash, lastValidBlockHeight } = (
      (await ledger.request('getLatestBlockhash')) as {
        value: { blockhash: string; lastValidBlockHeight: number }
      }
    ).value
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
    const more = buildTransaction(ada(), lifetime, { units: 2_000, price: 0n }, [
      sendSol(ada(), bob(), 1_000_000n),
      sendSol(ada(), eve(), 5_000_000_000n),
    ])
    expect(await sendOther(draft, more)).toEqual({
      status: 'different',
      to: eve(),
      amount: 5_000_000_000n,
    })
  })
  it('another transaction of the wallet is detected by the sender', async () => {
    const draft = await prepare()
    const { blockhash, lastValidBlockHeight } = (
      (await ledger.request('getLatestBlockhash')) as {
        value: { blockhash: string; lastValidBlockHeight: number }
      }
    ).value
    const other = buildTransaction(
      eve(),
      { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) },
      { units: 1_000, price: 0n },
      [sendSol(eve(), bob(), 1_500_000_000n)],
    )
    expect(await sendOther(draft, other, 4)).toEqual({ status: 'different', from: eve() })
  })
  it('compares as the same with a newer blockhash and another budget', async () => {
    const draft = await prepare()
    ledger.setPriorityFee(50_000)
    ledger.skipSlots(30)
    const other = wireOf(await prepare())
    ledger.setPriorityFee(0)
    expect(await sendOther(draft, other)).toEqual({ status: 'same' })
  })
})

describe('[S35] a wallet that raises the fee', () => {
  beforeEach(() => start())
  afterEach(stop)
  // 0.01 SOL, and one lamport more.
  const [most, tooMuch] = [10_000_000_000n, 10_000_001_000n]

  it('a wallet that raises the fee by more than 0.01 SOL and sends has sent another transaction, which is still found', async () => {
    for (const [price, status] of [
      [most, 'same'],
      [tooMuch, 'different'],
    ] as const) {
      const draft = await prepare()
      const description = await describeIt(draft)
      const hash = await broadcast(
        signed(await payment(ada(), bob(), 1_500_000_000n, { units: 1_000, price })),
      )
      expect(await find(description)).toEqual({ status: 'found', hash })
      expect(await compare(hash, description)).toEqual({ status })
      ledger.skipSlots(1)
    }
  })

  it('a transaction without a unit limit pays for the units that the network grants: 3,000 for each built-in instruction', async () => {
    const description = await describeIt(await prepare())
    for (const [price, status] of [
      [most / 9n, 'same'],
      [tooMuch / 9n + 1n, 'different'],
    ] as const) {
      const hash = await broadcast(signed(await payment(ada(), bob(), 1_500_000_000n, { price })))
      expect(await compare(hash, description)).toEqual({ status })
    }
  })

  it('a wallet that raises the fee by more than 0.01 SOL and only signs gets nothing broadcast', async () => {
    const sending = sendBy(
      async () => ({
        transaction: base64.encode(
          signed(await payment(ada(), bob(), 1_500_000_000n, { units: 1_000, price: tooMuch })),
        ),
      }),
      await prepare(),
      'solana_signTransaction',
    )
    expect(await thrownBy(sending)).toMatchObject({
      code: 'WALLET_OUTCOME',
      cause: { code: 'WALLET_ANSWER', message: 'The wallet changed the transaction.' },
    })
    expect(await ledger.balanceOf(bob())).toBe(startingLamports)
  })
})
