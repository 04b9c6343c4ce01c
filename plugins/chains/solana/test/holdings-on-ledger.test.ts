/**
 * Transfers, balances and activity on the devnet's ledger, signed by a mock wallet with its keys.
 */
import { startingLamports } from '@portico/devnet'
import {
  activityCapability,
  balancesCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { solanaTransaction } from '@portico/kernel/chain'
import { base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { assetOf } from '../src/assets/assets.js'
import { handleOf } from '../src/wallets/handle.js'
import { never, thrownBy } from './bench.js'
import {
  confirm,
  emptyAddress,
  ledger,
  prepare,
  send,
  setUpLedger,
  start,
  token,
  world,
} from './on-ledger-bench.js'

setUpLedger()

describe('waiting for a transaction', () => {
  it('confirm reports that a transaction expired without being included', async () => {
    await start()
    const prepared = await prepare()
    ledger.skipSlots(151)
    const { hash } = await send(prepared)
    ledger.skipSlots(21)
    expect(await confirm(hash)).toEqual({ status: 'expired' })
    const unknown = '5'.repeat(87)
    const waiting = confirm(unknown)
    await expect.poll(() => ledger.request('getHealth')).toBe('ok')
    setTimeout(() => ledger.skipSlots(200), 200)
    expect(await waiting).toEqual({ status: 'expired' })
  })

  it('confirm reports a failure, while sending and on the chain', async () => {
    await start()
    const first = await prepare({ amount: 900_000_000_000n })
    const second = await prepare({ amount: 800_000_000_000n })
    await send(first)
    expect(await thrownBy(send(second))).toMatchObject({
      code: 'WALLET_OUTCOME',
      cause: { code: 'TRANSFER_FUNDS' },
    })
    const { wire = new Uint8Array() } = solanaTransaction.read(second.draft) ?? {}
    const signed = await handleOf(world.via).signTransaction?.(
      world.from.address,
      wire,
      world.network.caipNetworkId,
      never(),
    )
    const options = { encoding: 'base64', skipPreflight: true }
    const hash = (await ledger.request('sendTransaction', [
      base64.encode(signed ?? wire),
      options,
    ])) as string
    expect(await confirm(hash)).toMatchObject({ status: 'failed' })
  })

  it('confirm ends when all callers aborted', async () => {
    await start()
    const controller = new AbortController()
    const waiting = world
      .offer(transactionsCapability)
      .confirm?.('5'.repeat(87), world.network.caipNetworkId, { signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await expect(waiting).rejects.toThrow()
  })
})

describe('the holdings of an account', () => {
  it('[S6.09] the holdings of an account are its SOL and its tokens of both programs, exact', async () => {
    await start()
    const offer = world.offer(balancesCapability)
    expect(await offer.native(world.from, world.network.caipNetworkId, never())).toEqual({
      token: {
        asset: 'native',
        network: world.network.caipNetworkId,
        name: 'Solana',
        symbol: 'SOL',
        decimals: 9,
      },
      amount: startingLamports,
    })
    const { dollar, euro, toll } = ledger.tokens
    const known = {
      asset: token('dollar'),
      network: world.network.caipNetworkId,
      name: dollar.name,
      symbol: dollar.symbol,
      decimals: 2,
    }
    const list = await offer.tokens?.(world.from, world.network.caipNetworkId, [known], never())
    expect(list).toHaveLength(3)
    // The chain, not the list, decides the decimals.
    expect(list).toContainEqual({ token: { ...known, decimals: 6 }, amount: 10n ** 12n })
    expect(list?.map(({ token: { asset }, amount }) => [asset, amount])).toEqual(
      expect.arrayContaining([
        [assetOf(world.network.caipNetworkId, euro.mint), 10n ** 8n],
        [assetOf(world.network.caipNetworkId, toll.mint), 10n ** 10n],
      ]),
    )
    expect(
      await offer.tokens?.(
        { ...world.from, address: emptyAddress },
        world.network.caipNetworkId,
        [],
        never(),
      ),
    ).toEqual([])
  })

  it("[S9.33] come with the account's activity, newest first, page by page", async () => {
    await start()
    for (let count = 0; count < 20; count++)
      await ledger.request('requestAirdrop', [world.from.address, 1_000 + count])
    await send(await prepare())
    await send(
      await prepare({ asset: token('dollar'), amount: 2_500_000n, to: ledger.accounts[1].address }),
    )
    const offer = world.offer(activityCapability)
    const first = await offer.page(world.from, world.network.caipNetworkId, undefined, never())
    expect(first.entries).toHaveLength(20)
    const [dollars, sol, drop] = first.entries
    expect(dollars).toMatchObject({
      metadata: {
        operationType: 'send',
        status: 'confirmed',
        sentFrom: world.from.address,
        sentTo: ledger.accounts[1].address,
        chain: world.network.caipNetworkId,
      },
      transfers: [{ direction: 'out', quantity: { numeric: '2.5' } }],
    })
    expect(sol).toMatchObject({
      metadata: { operationType: 'send', sentTo: ledger.accounts[5].address },
      transfers: [
        { direction: 'out', fungible_info: { symbol: 'SOL' }, quantity: { numeric: '1.5' } },
      ],
    })
    expect(drop).toMatchObject({
      metadata: { operationType: 'receive', sentTo: world.from.address },
      transfers: [{ direction: 'in', quantity: { numeric: '0.000001019' } }],
    })
    expect(Date.parse(drop?.metadata.minedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const second = await offer.page(world.from, world.network.caipNetworkId, first.next, never())
    expect(second.entries).toHaveLength(2)
    expect(second.next).toBeUndefined()
  })
})
