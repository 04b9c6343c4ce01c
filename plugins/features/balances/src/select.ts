/** What can be read of the portfolio; shared by its controller, its views and hosts. */
import type { Read } from '@portico/kernel'
import { type Account, activeAccount, activeNetwork, balances, currencySlice, formatAmount, type NetworkId, type Token } from '@portico/kernel/contracts'
import type { KnownPortfolio, PortfolioState } from './portfolio.js'
import { portfolioSlice, savedSlice } from './refs.js'
import { type TokenBalance, tokenBalanceOf } from './rules.js'
import { savedOf } from './saved.js'

/** Whose tokens, and where; undefined while nobody is connected. */
export function subjectOf(read: Read): { readonly key: string; readonly account: Account; readonly network: NetworkId } | undefined {
  const account = activeAccount(read)
  const network = activeNetwork(read)
  return account && network && { key: `${network}:${account.address}`, account, network }
}

/** What is known of the active account: as it was answered, else as it was when the page was last open. */
export function portfolioOf(read: Read): Pick<PortfolioState, 'phase' | 'retryAt' | 'known'> {
  const subject = subjectOf(read)
  if (!subject) return { phase: 'none' }
  const { phase, retryAt, known, ...state } = read.state(portfolioSlice)
  const kept = keptOf(read, subject.key)
  if (state.subject !== subject.key) return { phase: 'asking', ...(kept && { known: kept }) }
  const shown = known ?? kept
  return { phase, ...(shown && { known: shown }), ...(retryAt !== undefined && { retryAt }) }
}
/** Values in another currency than is wanted now are none. */
export function keptOf(read: Read, subject: string): KnownPortfolio | undefined {
  const { portfolios } = savedOf(read.state(savedSlice).saved)
  const kept = Object.hasOwn(portfolios, subject) ? portfolios[subject] : undefined
  return kept?.currency === read.state(currencySlice).code ? kept : undefined
}
/** Tokens that the person added by their address. */
export const addedTokens = (read: Read): readonly Token[] => savedOf(read.state(savedSlice).saved).added

/** Whether the active network's chain can be asked about a token by its address. */
export function canAddTokens(read: Read): boolean {
  const network = activeNetwork(read)
  return network !== undefined && read.capability(balances, network)?.token !== undefined
}

/** The account state `tokenBalance`: every token that is known of the active account. */
export function tokenBalance(read: Read): readonly TokenBalance[] {
  return portfolioOf(read).known?.holdings.map(tokenBalanceOf) ?? []
}
/** The account state `balance` and `balanceSymbol`, of the native coin. Undefined as long as nobody knows. */
export function nativeCoin(read: Read): { readonly balance: string; readonly balanceSymbol: string } | undefined {
  const native = portfolioOf(read).known?.holdings.find(({ token }) => token.asset === 'native')
  return native && { balance: formatAmount(native.amount, native.token.decimals), balanceSymbol: native.token.symbol }
}
