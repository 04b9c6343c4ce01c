/** Swaps whose approval and swap are one batch (EIP-5792), on a local chain. */
import { contracts } from '@portico/devnet'
import {
  chain,
  form,
  moved,
  pays,
  reload,
  review,
  setUpMarket,
  visitSwap,
  words,
  yes,
} from './swap-form.js'
import { callsOf, connect, expect, inModal, test } from './visit.js'

setUpMarket()

const as = { how: 'approval and swap in one yes', from: 'dai', to: 'dollar', amount: '5' } as const

test('[S1.12] [S24] a swap with its approval takes one confirmation (EIP-5792), resumes after a reload, and is shown until Done', async ({
  page,
  visit,
}) => {
  const owner = 9
  await visit(
    visitSwap(owner, { batchAccount: { 1: contracts.batchAccount.address }, remember: true }),
  )
  await connect(page)
  const { spent, got } = await moved(
    owner,
    { ...as, outcome: 'swapped, reloaded before a block had it' },
    async () => {
      await form(page, as.from, as.to, as.amount)
      await review(page)
      await chain().request('evm_setAutomine', [false])
      try {
        await yes(page, as.from, as.amount)
        await expect(words(page, /^Swapping 5 PDAI to/).first()).toBeVisible()
        await reload(page, owner)
        await inModal(page, /^Swapping 5 PDAI to/).click()
        await expect(words(page, 'On its way')).toBeVisible()
        await chain().mine()
      } finally {
        await chain().request('evm_setAutomine', [true])
      }
      await expect(words(page, 'Swapped').first()).toBeVisible({ timeout: 15_000 })
    },
  )
  expect(-spent).toBe(5n * 10n ** 18n)
  expect(got).toBeGreaterThan(0n)
  await inModal(page, 'Done').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(inModal(page, /^Swapped 5 PDAI/)).toBeHidden()
  expect([
    await callsOf(page, 'Fox', 'wallet_sendCalls'),
    await callsOf(page, 'Fox', 'eth_sendTransaction'),
  ]).toEqual([0, 0])
})

test('[S20] an approval that is left by a partly executed batch is named and revoked', async ({
  page,
  visit,
}) => {
  const owner = 9
  await visit(visitSwap(owner, { quirks: { callsCarriedOut: 1 } }))
  await connect(page)
  const part = await moved(
    owner,
    { ...as, outcome: 'a part was done: said, and taken back' },
    async () => {
      await form(page, as.from, as.to, as.amount)
      await review(page)
      await yes(page, as.from, as.amount)
      await expect(words(page, /^The wallet carried out only a part of this/)).toBeVisible({
        timeout: 15_000,
      })
      await inModal(page, /5 PDAI allowed, not swapped/).click()
      await expect(words(page, /You allowed Uniswap to take 5 PDAI/)).toBeVisible()
      await expect(pays(page)).toHaveValue('5')
      await expect(inModal(page, /Change token: PUSD/)).toBeVisible()
      await inModal(page, 'Revoke').click()
      await expect(words(page, /You allowed Uniswap to take 5 PDAI/)).toBeHidden({
        timeout: 15_000,
      })
    },
  )
  expect(part).toEqual({ spent: 0n, got: 0n })
  expect([
    await callsOf(page, 'Fox', 'wallet_sendCalls'),
    await callsOf(page, 'Fox', 'eth_sendTransaction'),
  ]).toEqual([1, 1])
})
