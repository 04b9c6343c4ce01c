import { chains, remoteSessions } from '@portico/kernel/contracts'
import type { Asked, WalletConnectOptions } from '../options.js'
import type { WalletConnectContext } from '../refs.js'

/**
 * What a wallet is asked for: every chain that offers remote sessions, in the words of its own plugin unless the host says other ones. With `leaveOut` it hears of a
 * chain that cannot say it now, such as one whose code did not arrive, and the others do without it; rejects when no chain can.
 */
export function createAsked(context: WalletConnectContext, { methods, events }: WalletConnectOptions): (leaveOut?: (error: unknown) => void) => Promise<Asked> {
  return async leaveOut => {
    const scopes = await Promise.allSettled(
      context.items(chains).flatMap(({ id }) => {
        const offered = context.capability(remoteSessions, id)
        return offered ? [offered.scope().then(scope => [id, scope] as const)] : []
      }),
    )
    const said = scopes.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    for (const one of scopes)
      if (one.status === 'rejected') {
        if (!leaveOut || !said.length) throw one.reason
        leaveOut(one.reason)
      }
    return Object.fromEntries(
      said.map(([namespace, scope]) => [
        namespace,
        { chains: [...scope.networks], methods: [...(methods?.[namespace] ?? scope.methods)], events: [...(events?.[namespace] ?? scope.events)] },
      ]),
    )
  }
}
