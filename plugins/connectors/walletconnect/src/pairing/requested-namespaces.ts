import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import type { RequestedNamespaces, WalletConnectOptions } from '../options.js'
import type { WalletConnectContext } from '../refs.js'

/**
 * Builds what a link requests: every chain that offers remote sessions.
 * Each chain's plugin names its methods and events, unless the host sets others. `leaveOut`
 * receives the error of a chain that cannot name them now, for example because its code did not
 * load; the other chains are still requested.
 * Rejects when no chain can.
 */
export function createRequestedNamespaces(
  context: WalletConnectContext,
  { methods, events }: WalletConnectOptions,
): (leaveOut?: (error: unknown) => void) => Promise<RequestedNamespaces> {
  return async leaveOut => {
    const scopes = await Promise.allSettled(
      context.items(chainsSlot).flatMap(({ id }) => {
        const offered = context.capability(remoteSessionsCapability, id)
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
        {
          chains: [...scope.networks],
          methods: [...(methods?.[namespace] ?? scope.methods)],
          events: [...(events?.[namespace] ?? scope.events)],
        },
      ]),
    )
  }
}
