import { type Token, tokenBalances } from '@portico/kernel/contracts'
import { type BalancesContext, savedSlice } from '../refs.js'
import { isToken, savedOf } from '../saved.js'

const most = 100

/** What the person is about to have: the chain is asked for it from then on, as for what they added themselves. It shows once there is something of it. */
export function learn(context: BalancesContext, tokens: readonly Token[]): void {
  const saved = savedOf(context.state(savedSlice).saved)
  const keyOf = ({ asset }: Token) => asset.toLowerCase()
  const known = new Map(saved.added.map(token => [keyOf(token), token]))
  const fresh = tokens.filter(token => isToken(token) && !known.has(keyOf(token)))
  if (!fresh.length) return
  for (const token of fresh) known.set(keyOf(token), token)
  context.update(savedSlice, state => void Object.assign(state, { saved: { ...saved, added: [...known.values()].slice(-most) } }))
  context.invalidate(tokenBalances)
}
