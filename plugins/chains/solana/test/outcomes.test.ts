/**
 * Outcomes of a request: wallets that refuse, fail, send something else, or do not respond, on the
 * devnet's ledger.
 */
import { startingLamports } from '@portico/devnet'
import { type Draft, solanaTransaction } from '@portico/kernel/chain'
import { failedRequest } from '@portico/kernel/wallet'
import { base58 } from '@scure/base'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTransaction, sendSol } from '../src/transactions/build-transaction.js'
import { never, thrownBy } from './bench.js'
import { wireOf } from './outcomes-rig.js'
import {
  ada,
  bob,
  broadcast,
  compare,
  describeIt,
  dollars,
  eve,
  fail,
  find,
  ledger,
  network,
  offered,
  prepare,
  sendBy,
  setUpPayments,
  signed,
  start,
  stop,
  walletAnswers,
  world,
} from './payments-bench.js'

setUpPayments()

describe('a wallet that refuses or fails', () => {
  let draft: Draft
  beforeAll(async () => {
    await start()
    draft = await prepare()
  })
  afterAll(stop)

  it.each(walletAnswers)(
    '[R12] [S23] the error %s is judged by what it proves, injected and remote, signing and sending',
    async (_, error, outcome) => {
      const code = outcome === 'unknown' ? 'WALLET_OUTCOME' : undefined
      const judged = async (sending: Promise<unknown>) => {
        const thrown = await thrownBy(sending)
        expect(failedRequest(thrown)).toBe(outcome)
        if (code) expect(thrown).toMatchObject({ code })
      }
      world.wallet.policy = { 'solana:signTransaction': { error } }
      await judged(offered().send(world.via, world.from, draft, never()))
      for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
        await judged(
          sendBy(
            () => {
              throw error
            },
            draft,
            method,
          ),
        )
      expect(await ledger.balanceOf(bob())).toBe(startingLamports)
    },
  )

  it.each([
    undefined,
    null,
    {},
    'text',
    7,
    { signature: 'Ada' },
    { signature: base58.encode(new Uint8Array(63)) },
    { transaction: '***' },
  ])('[S23] [S35] the response %j leaves the outcome unknown', async answer => {
    for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
      expect(await thrownBy(sendBy(() => answer, draft, method))).toMatchObject({
        code: 'WALLET_OUTCOME',
      })
    world.wallet.policy = { 'solana:signTransaction': { answer } }
    expect(await thrownBy(offered().send(world.via, world.from, draft, never()))).toMatchObject({
      code: 'WALLET_OUTCOME',
    })
  })
})

describe('a transaction whose outcome is unknown', () => {
  beforeEach(() => start())
  afterEach(stop)

  it.each<[string, () => unknown]>([
    ['fails with an internal error', () => fail(-32603, 'Unexpected error')],
    [
      'reports that it was processed already',
      () => fail(-32000, 'This transaction has already been processed'),
    ],
    ['disconnects', () => fail(4900, 'Disconnected')],
    ['answers without a signature', () => ({})],
    ['returns a malformed response', () => 'sent!'],
  ])('[S23] a transaction is found when the wallet sends it and then %s', async (_, afterwards) => {
    const draft = await prepare()
    const description = await describeIt(draft)
    expect(await find(description)).toEqual({ status: 'open' })
    let hash = ''
    const sending = sendBy(async wire => {
      hash = await broadcast(signed(wire))
      return afterwards()
    }, draft)
    expect(await thrownBy(sending)).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(await find(description)).toEqual({ status: 'found', hash })
    expect(
      await find(description, [hash]),
      'an equal payment that is known is another one',
    ).toEqual({ status: 'open' })
    expect(await compare(hash, description)).toEqual({ status: 'same' })
    expect(await offered().confirm(hash, network(), { signal: never() })).toMatchObject({
      status: 'confirmed',
    })
  })

  it('[S23] a transaction whose outcome is unknown is found when the wallet sends it late with a newer blockhash, after the first one expired', async () => {
    const draft = await dollars()
    const description = await describeIt(draft)
    expect(await thrownBy(sendBy(() => fail(4900, 'Disconnected'), draft))).toMatchObject({
      code: 'WALLET_OUTCOME',
    })
    ledger.skipSlots(400)
    // The person may approve minutes later, so it is never reported as impossible.
    expect(await find(description)).toEqual({ status: 'open' })
    const hash = await broadcast(signed(wireOf(await dollars())))
    expect(await find(description)).toEqual({ status: 'found', hash })
    expect(await compare(hash, description)).toEqual({ status: 'same' })
  })

  it('[S23] a transaction whose outcome is unknown is not confused with an older one that did the same, nor with a different one', async () => {
    const older = await broadcast(signed(wireOf(await prepare())))
    ledger.skipSlots(1)
    const description = await describeIt(await prepare())
    await broadcast(signed(wireOf(await prepare({ to: eve() }))))
    await broadcast(signed(wireOf(await prepare({ amount: 7_000_000n }))))
    await ledger.request('requestAirdrop', [ada(), 1])
    expect(await find(description)).toEqual({ status: 'open' })
    expect(await compare(older, description)).toEqual({ status: 'different' })
  })

  it('[S23] a transaction whose outcome is unknown is found among two hundred others', async () => {
    const draft = await prepare()
    const description = await describeIt(draft)
    const hash = await broadcast(signed(wireOf(draft)))
    for (let count = 0; count < 200; count++) await ledger.request('requestAirdrop', [ada(), 1])
    expect(await find(description)).toEqual({ status: 'found', hash })
  })

  it('a transaction that another account has signed already is impossible once its blockhash expired', async () => {
    const { blockhash, lastValidBlockHeight } = (
      (await ledger.request('getLatestBlockhash')) as {
        value: { blockhash: string; lastValidBlockHeight: number }
      }
    ).value
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
    const wire = buildTransaction(ada(), lifetime, { units: 1_000, price: 0n }, [
      sendSol(ada(), eve(), 5n),
      sendSol(bob(), eve(), 7n),
    ])
    const draft = solanaTransaction.draft(network(), {
      wire: signed(wire, 5),
      lastValidBlockHeight: lifetime.lastValidBlockHeight,
    })
    const alone = await describeIt(
      solanaTransaction.draft(network(), {
        wire,
        lastValidBlockHeight: lifetime.lastValidBlockHeight,
      }),
    )
    const description = await describeIt(draft)
    ledger.skipSlots(150)
    expect(await find(description)).toEqual({ status: 'open' })
    ledger.skipSlots(25)
    expect(await find(description)).toEqual({ status: 'impossible' })
    expect(await find(alone)).toEqual({ status: 'open' })
  })

  it('a transaction is described in less than 4 kB, and only a valid description is accepted', async () => {
    const description = await describeIt(await dollars())
    expect(description.length).toBeLessThan(4_000)
    const changed = (more: object) => JSON.stringify({ ...JSON.parse(description), ...more })
    for (const text of [
      '',
      'null',
      '{}',
      '[]',
      '<html>',
      changed({ version: 2 }),
      changed({ wire: 'AAAA' }),
      changed({ wire: '*' }),
      changed({ slot: -1 }),
      changed({ slot: '1e9' }),
    ]) {
      expect(await thrownBy(find(text))).toMatchObject({ code: 'CHAIN_ANSWER' })
      expect(await thrownBy(compare('5'.repeat(87), text))).toMatchObject({ code: 'CHAIN_ANSWER' })
    }
    expect(
      await thrownBy(
        offered().describeDraft({ ...world.from, address: eve() }, [await prepare()], never()),
      ),
    ).toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
})
