/**
 * The ledgers beside the EVM chains, by namespace. Their modules load on request:
 * unused ones cost nothing.
 */
import { DevnetError } from './errors.js'
import type { StartablePart } from './part.js'

const ledgers = {
  bip122: { start: async () => (await import('./bitcoin/ledger.js')).startBitcoinLedger() },
  polkadot: { start: async () => (await import('./polkadot/ledger.js')).startPolkadotLedger() },
  solana: { start: async () => (await import('./solana/ledger.js')).startSolanaLedger() },
} as const satisfies Readonly<Record<string, StartablePart>>

type Ledgers = typeof ledgers
export type LedgerName = keyof Ledgers
/** The type of each ledger, once it is started. */
export type Ledger<Name extends LedgerName> = Awaited<ReturnType<Ledgers[Name]['start']>>

export const ledgerNames: readonly LedgerName[] = Object.keys(ledgers) as LedgerName[]

/**
 * How a ledger is started.
 *
 * @throws DevnetError BAD_ARGUMENT for a name that is none
 */
export function startableLedger(name: LedgerName): StartablePart {
  const known: Readonly<Record<string, StartablePart | undefined>> = ledgers
  const ledger = known[name]
  if (!ledger)
    throw new DevnetError(
      'BAD_ARGUMENT',
      `There is no ledger "${name}": one of ${ledgerNames.join(', ')}.`,
    )
  return ledger
}
