/** Determines the account that signs in: the active account of this page. */
import { messagesCapability } from '@portico/kernel/capabilities'
import { networkOf } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import type { SiwxContext } from '../refs.js'
import type { SignInPhase, SignInTarget } from '../siwx-state.js'

export function targetNow(context: SiwxContext): SignInTarget | undefined {
  const account = activeAccount(context)
  const network = activeNetwork(context)
  return account && network ? { connection: account.connection, account, network } : undefined
}
/**
 * False on unsupported networks, which have a separate view, and on chains that cannot sign
 * messages.
 */
export function canSignIn(
  context: SiwxContext,
  target: SignInTarget | undefined,
): target is SignInTarget {
  return (
    target !== undefined &&
    networkOf(context, target.network) !== undefined &&
    context.capability(messagesCapability, target.network) !== undefined
  )
}
export function isSameTarget(
  one: SignInTarget | undefined,
  other: SignInTarget | undefined,
): boolean {
  return (
    one?.connection === other?.connection &&
    one?.account.address === other?.account.address &&
    one?.network === other?.network
  )
}
/** True while the wallet or the storage has an open request. */
export const isAwaiting = (
  phase: SignInPhase,
): phase is Extract<SignInPhase, { readonly name: 'signing' | 'keeping' }> =>
  phase.name === 'signing' || phase.name === 'keeping'
