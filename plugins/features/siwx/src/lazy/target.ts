/** Who is to sign in: whoever works in this page now. */
import { activeAccount, activeNetwork, messages, networkOf } from '@portico/kernel/contracts'
import type { SiwxContext } from '../refs.js'
import type { SignInPhase, SignInTarget } from '../siwx-state.js'

export function targetNow(context: SiwxContext): SignInTarget | undefined {
  const account = activeAccount(context)
  const network = activeNetwork(context)
  return account && network ? { connection: account.connection, account, network } : undefined
}
/** Unsupported networks have a view of their own; a chain that signs nothing signs nobody in. */
export function canSignIn(context: SiwxContext, target: SignInTarget | undefined): target is SignInTarget {
  return target !== undefined && networkOf(context, target.network) !== undefined && context.capability(messages, target.network) !== undefined
}
export function isSameTarget(one: SignInTarget | undefined, other: SignInTarget | undefined): boolean {
  return one?.connection === other?.connection && one?.account.address === other?.account.address && one?.network === other?.network
}
/** Somebody pressed Sign: a wallet, or whoever keeps sessions, has something to answer. */
export const isAwaiting = (phase: SignInPhase): phase is Extract<SignInPhase, { readonly name: 'signing' | 'keeping' }> =>
  phase.name === 'signing' || phase.name === 'keeping'
