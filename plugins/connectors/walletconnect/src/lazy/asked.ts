import { chains, remoteSessions } from '@portico/kernel/contracts'
import type { Asked, WalletConnectOptions } from '../options.js'
import type { WalletConnectContext } from '../refs.js'

/** What a wallet is asked for: every chain that offers remote sessions, in the words of its own plugin unless the host says other ones. */
export function createAsked(context: WalletConnectContext, { methods, events }: WalletConnectOptions): () => Promise<Asked> {
  return async () => {
    const scopes = context.items(chains).flatMap(({ id }) => {
      const offered = context.capability(remoteSessions, id)
      return offered ? [offered.scope().then(scope => [id, scope] as const)] : []
    })
    return Object.fromEntries(
      (await Promise.all(scopes)).map(([namespace, scope]) => [
        namespace,
        { chains: [...scope.networks], methods: [...(methods?.[namespace] ?? scope.methods)], events: [...(events?.[namespace] ?? scope.events)] },
      ]),
    )
  }
}
