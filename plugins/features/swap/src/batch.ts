/** Approvals and the swap in one yes, where the wallet carries them out as one (EIP-5792). Loaded when a swap wants an approval. */
import { ChainError, type Connection, type SwapAsk, type SwapQuote, type Transactions, walletProblem } from '@portico/kernel/contracts'

// EIP-5792: a capability or a size that it does not have after all, an account that its owner does not want upgraded, none that is all or nothing.
const unable: readonly (number | undefined)[] = [5700, 5740, 5750, 5760]

/** The hash of the one transaction; undefined where it has to go one after the other: the wallet cannot, or the person does not want their account changed for it. */
export async function sendTogether(
  chain: Required<Pick<Transactions, 'sendAll' | 'dialects'>>,
  via: Connection,
  { account, network }: Pick<SwapAsk, 'account' | 'network'>,
  { steps }: SwapQuote,
  signal: AbortSignal,
  asking: () => void,
): Promise<string | undefined> {
  const drafts = steps.flatMap(step => (step.kind === 'permit' ? [] : [step.draft]))
  const isFit = drafts.length === steps.length && drafts.every(draft => draft.network === network && chain.dialects.includes(draft.dialect))
  if (!isFit) return undefined
  try {
    return (await chain.sendAll(via, account, drafts, signal, asking)).hash
  } catch (error) {
    const isUnable = (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED') || unable.includes(walletProblem(error).code)
    if (isUnable) return undefined
    throw error
  }
}
