/** Selectors over the portfolio, for the controller, the views and hosts. */
import type { Read } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { currencySlice } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import { formatAmount } from '@portico/kernel/text'
import type { KnownPortfolio, PortfolioState } from './portfolio.js'
import { portfolioSlice } from './refs.js'
import { type TokenBalance, tokenBalanceOf } from './rules.js'
import { savedOf } from './saved.js'

/** Returns the active account and network; undefined while no wallet is connected. */
export function subjectOf(
  read: Read,
): { readonly key: string; readonly account: Account; readonly network: NetworkId } | undefined {
  const account = activeAccount(read)
  const network = activeNetwork(read)
  return account && network && { key: `${network}:${account.address}`, account, network }
}

/** Returns what is known of the active account: the current answer, else the stored one. */
export function portfolioOf(read: Read): Pick<PortfolioState, 'phase' | 'retryAt' | 'known'> {
  const subject = subjectOf(read)
  if (!subject) return { phase: 'none' }
  const { phase, retryAt, known, ...state } = read.state(portfolioSlice)
  const kept = keptOf(read, subject.key)
  if (state.subject !== subject.key) return { phase: 'loading', ...(kept && { known: kept }) }
  const shown = known ?? kept
  return { phase, ...(shown && { known: shown }), ...(retryAt !== undefined && { retryAt }) }
}
/** Returns the stored portfolio; undefined when its values are in another currency. */
export function keptOf(read: Read, subject: string): KnownPortfolio | undefined {
  const { portfolios } = savedOf(read)
  const kept = Object.hasOwn(portfolios, subject) ? portfolios[subject] : undefined
  return kept?.currency === read.state(currencySlice).code ? kept : undefined
}
/** Returns the tokens that the person added by their address. */
export const addedTokens = (read: Read): readonly Token[] => savedOf(read).added

/** True when the active network's chain can find a token by its address. */
export function canAddTokens(read: Read): boolean {
  const network = activeNetwork(read)
  return network !== undefined && read.capability(balancesCapability, network)?.token !== undefined
}

/** Returns the account state `tokenBalance`: every known token of the active account. */
export function tokenBalance(read: Read): readonly TokenBalance[] {
  return portfolioOf(read).known?.holdings.map(tokenBalanceOf) ?? []
}
/**
 * Returns the account states `balance` and `balanceSymbol` of the native coin. Undefined while they
 * are unknown.
 */
export function nativeCoin(
  read: Read,
): { readonly balance: string; readonly balanceSymbol: string } | undefined {
  const native = portfolioOf(read).known?.holdings.find(({ token }) => token.asset === 'native')
  return (
    native && {
      balance: formatAmount(native.amount, native.token.decimals),
      balanceSymbol: native.token.symbol,
    }
  )
}
