/**
 * Checks of a described transaction: whether the account has sent it, and whether it is the one
 * that was shown.
 */
import { expect } from 'vitest'
import { type FoundTransaction, transactionsCapability } from '../contracts/capabilities/index.js'
import type { Draft } from '../contracts/chain/index.js'
import type { ChainCheck } from './chain-rig.js'
import { type Connected, eventually, never, notChecked, notOffered } from './check-bench.js'
import { transferCheck } from './transfer-checks.js'

const longestDescription = 4_096

/** A check of `describe`, `find` and `compare`, which a chain offers together or not at all. */
const outcomeCheck = (
  id: string,
  name: string,
  run: (
    bench: Connected & {
      /** Drafts and describes a transfer of this amount. */
      readonly described: (
        amount?: bigint,
      ) => Promise<{ readonly draft: Draft; readonly description: string }>
      /** Sends it, and waits until the chain has it. */
      readonly sent: (draft: Draft) => Promise<string>
      readonly find: (description: string) => Promise<FoundTransaction>
      readonly compare: (hash: string, description: string) => Promise<unknown>
      readonly amount: bigint
    },
  ) => Promise<void>,
) =>
  transferCheck(id, name, async bench => {
    const { rig, sender, via, from, intent, prepare } = bench
    if (via.supports?.(transactionsCapability) === false)
      return notChecked('the wallet of the rig cannot send')
    const { describe, find, compare, confirm } = sender
    if (!describe && !find && !compare) return notOffered('transactions.describe')
    if (!describe || !find || !compare)
      expect.fail('a chain that offers one of describe, find and compare offers all of them')
    await run({
      ...bench,
      amount: intent.amount,
      async described(amount) {
        const { draft } = await prepare(amount)
        const description = await describe(from, [draft], never())
        expect(typeof description, 'a description is text').toBe('string')
        expect(description.length, 'of at most 4 kB').toBeLessThanOrEqual(longestDescription)
        expect(description).not.toBe('')
        return { draft, description }
      },
      async sent(draft) {
        const { hash } = await sender.send(via, from, draft, never())
        if (confirm)
          expect((await confirm(hash, rig.network, { signal: never() })).status).toBe('confirmed')
        return hash
      },
      find: description => find(rig.network, description, never()),
      compare: (hash, description) => compare(hash, rig.network, description, never()),
    })
    return undefined
  })

// Other amounts than in earlier checks, which the ledger may still count as new.
const shareOf = (amount: bigint, fifths: bigint): bigint => (amount * fifths) / 5n
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing was thrown',
    error => error?.code,
  )

export const outcomeChecks: readonly ChainCheck[] = [
  outcomeCheck(
    'describe',
    'describes a transfer as text, reads it back, and rejects any other text',
    async ({ described, find, compare, amount }) => {
      const { description } = await described(shareOf(amount, 4n))
      expect((await find(description)).status, 'its own text is read').toBe('open')
      for (const text of ['', '{}', 'null', description.slice(0, -1)]) {
        expect(await codeOf(find(text)), `find refuses ${JSON.stringify(text.slice(0, 20))}`).toBe(
          'CHAIN_ANSWER',
        )
        expect(
          await codeOf(compare('1', text)),
          `compare refuses ${JSON.stringify(text.slice(0, 20))}`,
        ).toBe('CHAIN_ANSWER')
      }
    },
  ),
  outcomeCheck(
    'find',
    'finds what the account has sent, and not before',
    async ({ described, sent, find, amount }) => {
      const { draft, description } = await described(shareOf(amount, 3n))
      expect(await find(description), 'nothing was sent yet').toEqual({ status: 'open' })
      const hash = await sent(draft)
      await eventually(
        () => find(description),
        4_000,
        value => expect(value, 'what was sent is found').toEqual({ status: 'found', hash }),
      )
    },
  ),
  outcomeCheck(
    'compare',
    'distinguishes what it sent from a transfer of another amount',
    async ({ described, sent, compare, amount }) => {
      const other = await described(shareOf(amount, 4n))
      const { draft, description } = await described()
      const hash = await sent(draft)
      expect(await compare(hash, description), 'what was sent is the same').toEqual({
        status: 'same',
      })
      const found = await compare(hash, other.description)
      expect(found, 'another amount was sent than described').toMatchObject({ status: 'different' })
      expect(
        [undefined, amount],
        'and the amount, where it is named, is the one that was sent',
      ).toContain((found as { readonly amount?: bigint }).amount)
    },
  ),
]
