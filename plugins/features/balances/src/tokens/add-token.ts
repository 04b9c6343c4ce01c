import { tokenBalancesEndpoint } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { savedBalancesSlice } from '../persisted.js'
import type { BalancesContext } from '../refs.js'
import { isToken, savedOf, withAdded } from '../saved.js'

/**
 * Adds the tokens of a sent transaction to the ones to query, like tokens that the person added.
 * A token is shown once its balance is not zero.
 */
export function learn(context: BalancesContext, tokens: readonly Token[]): void {
  const saved = savedOf(context)
  const keyOf = ({ asset }: Token) => asset.toLowerCase()
  const known = new Map(saved.added.map(token => [keyOf(token), token]))
  const fresh = tokens.filter(token => isToken(token) && !known.has(keyOf(token)))
  if (!fresh.length) return
  for (const token of fresh) known.set(keyOf(token), token)
  context.patch(savedBalancesSlice, { saved: withAdded(saved, [...known.values()]) })
  context.invalidate(tokenBalancesEndpoint)
}
