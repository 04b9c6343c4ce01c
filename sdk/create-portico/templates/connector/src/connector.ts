import type { AnyPluginContext } from '@portico/kernel'
import type { RemoteSessions } from '@portico/kernel/capabilities'
import { type Connector, createApproval, sendWalletRequest } from '@portico/kernel/connector-kit'
import { createSession, readSession } from './session.js'
import type { MyWalletTransport } from './transport.js'

/** The wallet, as a way to connect to one chain. The chain turns its session into a wallet. */
export function createConnector(
  transport: MyWalletTransport,
  chain: string,
  sessions: RemoteSessions,
  context: AnyPluginContext,
): Connector {
  // A second click joins the open prompt.
  const approve = createApproval(
    'connect',
    async () => transport.request('connect', { ...(await sessions.scope()) }),
    context,
  )
  const open = async (answer: unknown, signal: AbortSignal) =>
    sessions.open(createSession(transport, chain, readSession(answer, chain), context), signal)
  return {
    id: `${chain}:my-wallet`,
    name: 'My Wallet',
    type: 'EXTERNAL',
    namespace: chain,
    connect: async (_request, signal) => open(await approve(signal), signal),
    // Shows no prompt: the wallet reports a session only to a page that it approved before.
    async restore(_request, signal) {
      const answer = await sendWalletRequest(
        'session',
        () => transport.request('session', { chain }),
        context,
        signal,
      )
      return answer === undefined ? undefined : open(answer, signal)
    },
  }
}
