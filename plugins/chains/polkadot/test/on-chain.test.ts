/**
 * On a local chain, whose published runtime checks signatures, nonces, fees and deposits: what is
 * sent arrives, and what is read is the chain's state.
 */
import {
  type PolkadotLedger,
  polkadotDevAccounts,
  startingRococo,
  startPolkadotLedger,
} from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import {
  balancesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { Draft } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import type { PolkadotKeyType } from '@portico/mock-wallets'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineSubstrateNetwork, polkadot } from '../src/index.js'
import { hexOf } from '../src/node/bytes.js'
import { dotWallet, keyOf, openPage } from './page.js'

// The chain builds a block for every transaction, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const never = new AbortController().signal
const roc = 1_000_000_000_000n
const bob = polkadotDevAccounts[1]
let ledger: PolkadotLedger
let page: ReturnType<typeof openPage>
beforeAll(async () => {
  ledger = await startPolkadotLedger()
  await ledger.snapshot('start')
}, 90_000)
afterAll(() => ledger.stop())
beforeEach(() => {
  page = openPage()
})
afterEach(async () => {
  page.close()
  await ledger.revert('start')
})

/** A wallet with one account of this balance. */
async function rich(free: bigint, type: PolkadotKeyType = 'sr25519') {
  const { seed, accountId } = keyOf(5, type)
  const own = hexOf(accountId)
  await ledger.fund(own, free)
  dotWallet(page.page, { accounts: [{ seed, type }] })
  const { genesisHash, nativeCurrency, ss58Prefix, transferIndexes, url } = ledger
  const network = defineSubstrateNetwork({
    genesisHash,
    name: 'Local',
    nativeCurrency,
    ss58Prefix,
    transferIndexes,
    rpcUrls: [url],
  })
  const at = network.caipNetworkId
  const kernel = await createTestKernel({
    plugins: [polkadot({ networks: [network], confirmationPollMs: 50 })],
    connected: at,
  })
  const id = 'polkadot/polkadot:dot' as const
  const account = kernel.state(sessionSlice).connections[id]?.accounts[0] as Account
  const via = kernel.use(connectionService).live(id) as Connection
  const [drafts, sender, reader] = [
    kernel.capability(transfersCapability, at),
    kernel.capability(transactionsCapability, at),
    kernel.capability(balancesCapability, at),
  ]
  return {
    own,
    prepare: (
      amount: bigint | 'max',
      to: string = bob.address,
      speed: 'normal' | 'fast' = 'normal',
    ) =>
      drafts?.prepare(
        {
          from: account,
          to,
          network: at,
          asset: 'native',
          decimals: nativeCurrency.decimals,
          amount,
          speed,
        },
        never,
      ) ?? Promise.reject(),
    estimate: (draft: Draft) => sender?.estimate(via, account, draft, never),
    async send(draft: Draft) {
      const { hash = '' } = (await sender?.send(via, account, draft, never)) ?? {}
      return sender?.confirm?.(hash, at, { signal: never })
    },
    balance: () => reader?.native(account, at, never),
  }
}

describe('on a Substrate chain', () => {
  it.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    '[S7.27] a transfer signed by an %s account is in a block, and Bob has it',
    async type => {
      const { own, prepare, send } = await rich(5n * roc, type)
      const { draft, fee } = await prepare(2n * roc)
      expect(await send(draft)).toMatchObject({ status: 'confirmed', block: expect.any(BigInt) })
      expect(await ledger.balanceOf(bob.publicKey)).toBe(startingRococo + 2n * roc)
      const left = 3n * roc - (await ledger.balanceOf(own))
      expect(left).toBeGreaterThan(0n)
      expect(left, 'the fee was no more than was shown').toBeLessThanOrEqual(
        fee.kind === 'native' ? fee.amount : 0n,
      )
    },
  )
  it('sending everything leaves the deposit, and the account stays open', async () => {
    const { own, prepare, send } = await rich(5n * roc)
    const { draft, amount, warnings } = await prepare('max')
    expect(warnings?.map(one => one.id)).toEqual(['polkadot.deposit'])
    expect(await send(draft)).toMatchObject({ status: 'confirmed' })
    expect(await ledger.balanceOf(bob.publicKey)).toBe(startingRococo + amount)
    expect(await ledger.balanceOf(own)).toBeGreaterThan(0n)
  })
  it('a fast transfer pays as much again to the block author, within the shown fee; all of it fits beside the fee', async () => {
    const { own, prepare, send, estimate } = await rich(5n * roc)
    const normal = await prepare(2n * roc)
    expect(normal.speeds).toEqual(['normal', 'fast'])
    const { draft, fee, amount } = await prepare('max', bob.address, 'fast')
    const cost = (of: typeof fee) => (of.kind === 'native' ? of.amount : 0n)
    const estimated = await estimate(draft)
    // The shown fee is computed for the largest amount.
    expect(estimated && cost(fee) - cost(estimated)).toBeGreaterThanOrEqual(0n)
    expect(cost(fee)).toBeGreaterThanOrEqual(2n * cost(normal.fee))
    expect(await send(draft)).toMatchObject({ status: 'confirmed' })
    expect(await ledger.balanceOf(bob.publicKey)).toBe(startingRococo + amount)
    const paid = 5n * roc - amount - (await ledger.balanceOf(own))
    expect(paid).toBeGreaterThan((3n * cost(normal.fee)) / 2n)
    expect(paid).toBeLessThanOrEqual(cost(fee))
  })
  it('an amount that closes the account closes it, after a warning', async () => {
    const { own, prepare, send } = await rich(roc)
    const all = (await prepare('max')).amount
    // Well within the deposit, because the fee is shown for the most expensive key type.
    const { draft, warnings } = await prepare(all + 1_000_000n)
    expect(warnings?.map(one => one.id)).toEqual(['polkadot.closing'])
    expect(await send(draft)).toMatchObject({ status: 'confirmed' })
    expect(await ledger.balanceOf(own)).toBe(0n)
  })
  it('a transfer that has become impossible is in a block, and failed', async () => {
    const { own, prepare, send } = await rich(5n * roc)
    const { draft } = await prepare(4n * roc)
    await ledger.fund(own, roc)
    expect(await send(draft)).toMatchObject({ status: 'failed' })
    expect(await ledger.balanceOf(bob.publicKey)).toBe(startingRococo)
  })
  it('[S18] an account is never opened with less than the deposit', async () => {
    const { prepare } = await rich(5n * roc)
    await expect(prepare(1n, keyOf(77).at(2))).rejects.toMatchObject({ code: 'TRANSFER_TOO_SMALL' })
  })
  it('[D3d] a balance has the free, reserved and frozen amounts', async () => {
    const { own, balance } = await rich(5n * roc)
    await ledger.fund(own, 5n * roc, { reserved: roc, frozen: 3n * roc })
    expect(await balance()).toMatchObject({
      amount: 6n * roc,
      spendable: 3n * roc,
      parts: { free: 5n * roc, reserved: roc, frozen: 3n * roc },
    })
  })
})
