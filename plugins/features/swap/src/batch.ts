/** Approvals and the swap in one yes, where the wallet carries them out as one (EIP-5792). Loaded when a swap wants an approval. */
import {
  ChainError,
  type Connection,
  describeDrafts,
  type SwapAsk,
  type SwapQuote,
  type Transactions,
  type Turn,
  walletProblem,
} from '@portico/kernel/contracts'
import type { SwapContext } from './refs.js'

// EIP-5792: a capability or a size that it does not have after all, an account that its owner does not want upgraded, none that is all or nothing.
const unable: readonly (number | undefined)[] = [5700, 5740, 5750, 5760]

/** What the person has said yes to. */
export interface SentTogether {
  /** By which the wallet knows it; absent where it named the transaction at once. */
  readonly id?: string
  /** The one transaction, once the wallet names it. Rejects where nothing, or only a part, came of it. */
  readonly done: Promise<{ readonly hash: string }>
  /** The chain's description of all of it. */
  readonly description?: string
}
interface Asking {
  /** Runs just before the wallet prompt, with the chain's description. If it throws, the prompt is not shown and the error is rethrown. */
  readonly asking: (description: string | undefined) => void
  readonly turn: Turn | undefined
  /** Other owners have to sign it first. Told with the id by which the wallet knows all of it. */
  readonly waiting: (id: string) => void
}
/** As soon as the person has agreed. Undefined where it has to go one after the other: the wallet cannot, or the person does not want their account changed for it. */
export async function sendTogether(
  context: SwapContext,
  chain: Required<Pick<Transactions, 'sendAll' | 'dialects'>>,
  via: Connection,
  { account, network }: Pick<SwapAsk, 'account' | 'network'>,
  { steps }: SwapQuote,
  { asking, turn, waiting }: Asking,
): Promise<SentTogether | undefined> {
  const drafts = steps.flatMap(step => (step.kind === 'permit' ? [] : [step.draft]))
  const isFit = drafts.length === steps.length && drafts.every(draft => draft.network === network && chain.dialects.includes(draft.dialect))
  if (!isFit) return undefined
  let id: string | undefined
  let name: () => void = () => undefined
  const named = new Promise<void>(resolve => {
    name = resolve
  })
  const keep = (given: string) => {
    id = given
    name()
  }
  try {
    const description = await describeDrafts(context, account, drafts)
    const tellWaiting = () => id !== undefined && waiting(id)
    const done = chain.sendAll(via, account, drafts, context.signal, { turn, asking: () => asking(description), named: keep, waiting: tellWaiting })
    await Promise.race([named, done])
    return { done, ...(id !== undefined && { id }), ...(description !== undefined && { description }) }
  } catch (error) {
    const isUnable = (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED') || unable.includes(walletProblem(error).code)
    if (isUnable) return undefined
    throw error
  }
}
