/** Replaces a pending transaction through the wallet. Loads with its view. */
import { anySignal, withTimeout } from '@portico/kernel'
import {
  type Replaced,
  type Replacement,
  type Transactions,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { connectedAccount, connectionService } from '@portico/kernel/session'
import { isPlainWord, type OutboxEntry } from '@portico/kernel/transactions'
import { walletProblem } from '@portico/kernel/wallet'
import { changeEntry, findEntry, isPending } from './outbox.js'
import type { OutboxContext } from './refs.js'

type Which = Pick<OutboxEntry, 'hash' | 'network'>
const readMs = 15_000
/** A wallet may show its request for long; the person can leave at any time. */
const askMs = 10 * 60_000

// By context: the connections whose wallets do not sign a replacement.
const unable = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>()

/** What can replace the entry. Undefined: it has ended, or its account or chain cannot. */
function placeOf(context: OutboxContext, which: Which) {
  const entry = findEntry(context, which)
  // A smart account sends user operations, whose place no transaction can take.
  if (!entry || !isPending(entry) || entry.isBundle || entry.isWaiting) return undefined
  const account = connectedAccount(context, entry.network, entry.from)
  const chain: Transactions | undefined = context.capability(transactionsCapability, entry.network)
  return account && account.type !== 'smartAccount' && chain ? { entry, account, chain } : undefined
}

export async function replacements(
  context: OutboxContext,
  which: Which,
  signal: AbortSignal,
): Promise<readonly Replacement[]> {
  const place = placeOf(context, which)
  const { hash, network } = place?.entry ?? which
  const found = await withTimeout(
    async own => place?.chain.replacements?.(place.account, hash, network, own),
    readMs,
    anySignal([signal, context.signal]),
  )
  const isUnable = unable.get(context.signal)?.has(place?.account.connection ?? '')
  return (found ?? []).filter(({ kind }) => kind !== 'speedUp' || !isUnable)
}

export async function replace(
  context: OutboxContext,
  which: Which,
  replacement: Replacement,
  signal: AbortSignal,
): Promise<Replaced> {
  const place = placeOf(context, which)
  if (!place?.chain.replace) throw new ChainError('WALLET_UNSUPPORTED')
  const { entry, account, chain } = place
  const via = context.use(connectionService).require(account)
  if (via.network !== entry.network) throw new ChainError('WALLET_NETWORK')
  const ask = async (own: AbortSignal) => chain.replace?.(via, account, replacement, own)
  const replaced = await withTimeout(ask, askMs, anySignal([signal, context.signal])).catch(
    (error: unknown) => {
      if (replacement.kind === 'speedUp' && isUnsupported(error)) {
        const known = unable.get(context.signal) ?? new Set()
        unable.set(context.signal, known.add(account.connection))
      }
      throw error
    },
  )
  if (!replaced || !isPlainWord(replaced.hash)) throw new ChainError('WALLET_OUTCOME')
  // After a reload no endpoint may know the replaced transaction any more. A wallet that sent a
  // cancel as another transaction did not replace it; what speeds it up can only replace it.
  if (replaced.isSure || replacement.kind === 'speedUp')
    changeEntry(context, entry, { replacement: replaced.hash })
  return replaced
}

/** True if the wallet does not sign such a request. */
export const isUnsupported = (error: unknown): boolean =>
  walletProblem(error).kind === 'unsupported' ||
  (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED')
