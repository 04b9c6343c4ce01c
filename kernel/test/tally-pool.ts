/** Transfers of tally that are pending while its ledger is held, and what replaces them. */
import type { Account } from '../src/contracts/account/index.js'
import type { Replaced, Replacement, Transactions } from '../src/contracts/capabilities/index.js'
import { ChainError, type Draft, type NetworkId } from '../src/contracts/chain/index.js'
import { runSendRequest } from '../src/contracts/wallet/index.js'
import { type TallyEntry, tallyTransfer } from '../src/testing/index.js'
import type { TallyPort } from '../src/testing/tally-wallet.js'

const dialect = tallyTransfer()
const network = 'tally:main' satisfies NetworkId
// What was replaced keeps its place in the ledger, because a hash is a place.
const nothing: TallyEntry = { from: '', to: '', marks: 0n }

export interface TallyPool {
  /** Keeps transfers pending until the returned function is called. */
  hold(): () => void
  /** The capability, with pending transfers and their replacements. */
  extend(own: Transactions): Transactions
}

export function createTallyPool(ledger: TallyEntry[]): TallyPool {
  let isHeld = false
  const pending = new Map<string, TallyEntry>()
  const replacedBy = new Map<string, string>()
  /** The hash of the transfer that a draft replaces. */
  const aims = new WeakMap<Draft, string>()
  const write = (entry: TallyEntry): string => {
    const hash = `${network}#${ledger.length + pending.size + 1}`
    if (isHeld) pending.set(hash, entry)
    else ledger.push(entry)
    return hash
  }
  const requested = async (
    handle: unknown,
    entry: TallyEntry,
    written: (hash: string) => void,
    signal: AbortSignal,
  ) =>
    runSendRequest(
      () =>
        (handle as TallyPort).send(
          entry,
          one => {
            const hash = write(one)
            written(hash)
            return hash
          },
          signal,
        ),
      answer => (typeof answer === 'string' ? answer : undefined),
    )
  const entryOf = (from: Account, draft: Draft): TallyEntry => {
    const body = dialect.read(draft)
    if (!body) throw new ChainError('WALLET_UNSUPPORTED')
    return { from: from.address, ...body }
  }
  return {
    hold() {
      isHeld = true
      return () => {
        isHeld = false
        ledger.push(...pending.values())
        pending.clear()
      }
    },
    extend: own => ({
      ...own,
      async send(via, from, draft, signal) {
        if (!isHeld) return own.send(via, from, draft, signal)
        const entry = entryOf(from, draft)
        return { hash: await requested(via.handle, entry, () => undefined, signal) }
      },
      async confirm(hash, at, options) {
        const by = replacedBy.get(hash)
        if (by && !options.said) return { status: 'replaced', by }
        return (await own.confirm?.(hash, at, options)) ?? { status: 'expired' }
      },
      async replacements(from, hash): Promise<readonly Replacement[]> {
        const entry = pending.get(hash)
        if (entry?.from !== from.address) return []
        const { to, marks } = entry
        return (
          [
            ['speedUp', { to, marks }],
            ['cancel', { to: from.address, marks: 0n }],
          ] as const
        ).map(([kind, body]) => {
          const draft = dialect.draft(network, body)
          aims.set(draft, hash)
          return { kind, draft, fee: { kind: 'native', amount: 1n } }
        })
      },
      async replace(via, from, { draft }, signal): Promise<Replaced> {
        const first = aims.get(draft)
        if (first === undefined) throw new ChainError('WALLET_UNSUPPORTED')
        const hash = await requested(
          via.handle,
          entryOf(from, draft),
          by => {
            pending.set(first, nothing)
            replacedBy.set(first, by)
          },
          signal,
        )
        return { hash, isSure: replacedBy.get(first) === hash }
      },
    }),
  }
}
