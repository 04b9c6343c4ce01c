/** Checks of replacing a pending transaction: speeding it up, and cancelling it. */
import { expect } from 'vitest'
import {
  balancesCapability,
  type Replacement,
  type Transactions,
  transactionsCapability,
} from '../contracts/capabilities/index.js'
import type { ChainCheck, CheckResult } from './chain-rig.js'
import {
  type Connected,
  eventually,
  expectDeclined,
  isUnable,
  never,
  notChecked,
  notOffered,
  type WalletBench,
} from './check-bench.js'
import { otherHash, transferCheck } from './transfer-checks.js'

const kinds: readonly Replacement['kind'][] = ['speedUp', 'cancel']

interface PendingBench extends WalletBench, Connected {
  readonly sender: Transactions
  /** What the pending transfer moves, and to whom. */
  readonly intent: { readonly to: string; readonly amount: bigint }
  /** Sends a transfer that stays pending, and returns its hash. */
  pending(): Promise<string>
  optionsOf(hash: string): Promise<readonly Replacement[]>
  replace(
    option: Replacement,
    signal?: AbortSignal,
  ): ReturnType<NonNullable<Transactions['replace']>>
  /** Lets the ledger continue. */
  release(): Promise<void>
}

/** A check on a ledger that is held: what is sent stays pending until it is released. */
const pendingCheck = (
  id: string,
  name: string,
  run: (bench: PendingBench) => Promise<CheckResult | undefined>,
): ChainCheck =>
  transferCheck(id, name, async bench => {
    const { rig, sender, via, from, prepare } = bench
    const { replacements, replace } = sender
    if (!replacements && !replace) return notOffered('transactions.replacements')
    if (!replacements || !replace)
      expect.fail('a chain that offers one of replacements and replace offers both')
    if (via.supports?.(transactionsCapability) === false)
      return notChecked('the wallet of the rig cannot send')
    if (!rig.holdLedger) return notChecked('the rig has no `holdLedger`')
    const { draft } = await prepare()
    let resume: Awaited<ReturnType<typeof rig.holdLedger>> | undefined = await rig.holdLedger()
    const release = async () => {
      await resume?.()
      resume = undefined
    }
    try {
      return await run({
        ...bench,
        pending: async () => (await sender.send(via, from, draft, never())).hash,
        optionsOf: hash => replacements(from, hash, rig.network, never()),
        replace: (option, signal = never()) => replace(via, from, option, signal),
        release,
      })
    } finally {
      await release()
    }
  })

/** Replaces a pending transfer, and follows both transactions to their outcome. */
const replaceCheck = (id: string, name: string, kind: Replacement['kind']): ChainCheck =>
  pendingCheck(id, name, async bench => {
    const { rig, wallet, sender, from, intent, pending, optionsOf, replace, release } = bench
    const { to, amount } = intent
    const owned = async () =>
      (
        await bench
          .offered(balancesCapability)
          ?.native({ ...from, address: to }, rig.network, never())
      )?.amount
    const before = await owned()
    const hash = await pending()
    const option = (await optionsOf(hash)).find(one => one.kind === kind)
    if (!option) return notOffered(`transactions.replacements of the kind ${kind}`)

    const { prompts } = wallet
    await expect(replace(option, AbortSignal.abort())).rejects.toBeDefined()
    expect(wallet.prompts, 'no prompt after the signal has aborted').toBe(prompts)
    wallet.policy = 'decline'
    const declined = replace(option)
    const refusal = await declined.catch(error => error)
    if (isUnable(refusal)) return notChecked('the wallet of the rig signs no such request')
    await expectDeclined(declined, 'DECLINED')
    wallet.policy = 'approve'
    const asked = wallet.prompts
    const { hash: by, isSure } = await replace(option)
    expect(wallet.prompts - asked, 'the wallet prompts once').toBe(1)
    expect(by).toBeTruthy()
    expect(by, 'the replacement has a hash of its own').not.toBe(hash)
    expect(isSure, 'the wallet of the rig has sent the replacement').toBe(true)

    await release()
    const outcome = await sender.confirm?.(hash, rig.network, { signal: never(), replacement: by })
    if (outcome)
      expect(outcome, 'the pending transaction was replaced').toMatchObject({
        status: 'replaced',
        by,
      })
    if (before !== undefined)
      await eventually(owned, 4_000, value =>
        expect(
          (value ?? 0n) - before,
          'the recipient got it once, or nothing where it was cancelled',
        ).toBe(kind === 'cancel' ? 0n : amount),
      )
    return undefined
  })

export const replacementChecks: readonly ChainCheck[] = [
  pendingCheck(
    'replacements',
    'offers to replace what is pending and of this account, without a prompt',
    async ({ rig, wallet, sender, from, intent, pending, optionsOf, release }) => {
      const hash = await pending()
      const { prompts } = wallet
      const options = await optionsOf(hash)
      expect(options, 'a pending transfer can be replaced').not.toEqual([])
      const offered = options.map(({ kind }) => kind)
      expect(offered, 'each kind once').toEqual([...new Set(offered)])
      for (const { kind, draft, fee } of options) {
        expect(kinds, 'a kind of the contract').toContain(kind)
        expect(draft.network, 'the draft is for the same network').toBe(rig.network)
        expect(sender.dialects, 'the draft is in a dialect of the sender').toContain(draft.dialect)
        expect(fee.kind).toMatch(/^(native|sponsored)$/)
        if (fee.kind === 'native') expect(typeof fee.amount, 'in base units').toBe('bigint')
      }
      expect(
        await sender.replacements?.({ ...from, address: intent.to }, hash, rig.network, never()),
        'nothing for a transaction of another account',
      ).toEqual([])
      expect(await optionsOf(otherHash(hash)), 'nothing for an unknown transaction').toEqual([])
      expect(wallet.prompts, 'no prompt').toBe(prompts)
      await release()
      await eventually(
        () => optionsOf(hash),
        5_000,
        value => expect(value, 'nothing for one that is not pending any more').toEqual([]),
      )
      return undefined
    },
  ),
  replaceCheck('cancel', 'cancels a pending transfer, so that nothing is paid', 'cancel'),
  replaceCheck('speed up', 'speeds up a pending transfer, which is paid once', 'speedUp'),
]
