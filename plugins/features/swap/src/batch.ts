/** Approvals and the swap in one yes, where the wallet carries them out as one (EIP-5792). Loaded when a swap wants an approval. */
import { ChainError, type Connection, type SwapAsk, type SwapQuote, type Transactions, walletProblem } from '@portico/kernel/contracts'

// EIP-5792: the person does not want their account to become one that can.
const upgradeRefused = 5750

/** The hash of the one transaction; undefined where it has to go one after the other: the wallet cannot, or the person does not want their account changed for it. */
export async function sendTogether(
  chain: Required<Pick<Transactions, 'sendAll' | 'dialects'>>,
  via: Connection,
  { account, network }: Pick<SwapAsk, 'account' | 'network'>,
  { steps }: SwapQuote,
  signal: AbortSignal,
): Promise<string | undefined> {
  const drafts = steps.flatMap(step => (step.kind === 'permit' ? [] : [step.draft]))
  const isFit = drafts.length === steps.length && drafts.every(draft => draft.network === network && chain.dialects.includes(draft.dialect))
  if (!isFit) return undefined
  try {
    return (await chain.sendAll(via, account, drafts, signal)).hash
  } catch (error) {
    const isUnable = (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED') || walletProblem(error).code === upgradeRefused
    if (isUnable) return undefined
    throw error
  }
}
