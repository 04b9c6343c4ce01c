import { balancesCapability } from '@portico/kernel/capabilities'
import { ModalError } from '@portico/kernel/text'
import { type SwapContext, swapSlice } from '../refs.js'
import { placeOf } from '../select.js'

/**
 * Puts the token behind an address among those that can be chosen, with what the account has of it.
 * Nothing where the chain knows none.
 */
export async function findToken(context: SwapContext, address: string): Promise<void> {
  const place = placeOf(context)
  const chain = place && context.capability(balancesCapability, place.network)
  if (!place || !chain?.token) return
  const { account, network } = place
  try {
    const token = await chain.token(address, network, context.signal)
    const owned = (await chain.tokens?.(account, network, [token], context.signal)) ?? []
    // After a change of account or network this token does not belong to the list.
    if (
      placeOf(context)?.network !== network ||
      placeOf(context)?.account.address !== account.address
    )
      return
    const { tokens, balances: known } = context.state(swapSlice)
    if (tokens.some(({ asset }) => asset === token.asset)) return
    context.patch(swapSlice, { tokens: [...tokens, token], balances: [...known, ...owned] })
  } catch (error) {
    // A ModalError means that there is no such token, and the list shows that, too.
    if (!(error instanceof ModalError)) context.report(error)
  }
}
