/** Detects the Safe that frames the page, and lists it for the chains that it can send on. */
import { type ContextOf, withTimeout } from '@portico/kernel'
import { type RemoteSessions, remoteSessionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { type Connector, connectorsSlot, type WalletSession } from '@portico/kernel/connector-kit'
import { icon } from './icon.js'
import { createParent, type Parent } from './parent.js'
import { createSafeSession, readSafe, withSmartAccounts } from './session.js'

/**
 * Milliseconds. A Safe answers at once, so discovery waits only `list`; a slower one is listed when
 * it answers, until `hear`.
 */
const timeoutMs = { list: 300, hear: 10_000 }

type Context = ContextOf<Record<never, never>>

/** Resolves when the Safe is listed, or when there seems to be none. */
export async function discoverSafe(
  context: Context,
  page: Window,
  origins: readonly string[],
): Promise<void> {
  const parent = createParent(page, origins)
  if (!parent) return
  const answer = withTimeout(signal => readSafe(parent, signal), timeoutMs.hear, context.signal)
  const listed = answer.then(
    () => listSafe(context, parent),
    // Most frames are not a Safe, so a missing answer is the usual case.
    () => undefined,
  )
  const isThere = await withTimeout(() => answer, timeoutMs.list, context.signal).then(
    () => true,
    () => false,
  )
  if (isThere) await listed
}

/** Lists the Safe on every current and later chain. */
async function listSafe(context: Context, parent: Parent): Promise<void> {
  const checked = new Set<string>()
  const list = () =>
    Promise.all(
      context.items(chainsSlot).map(async ({ id }) => {
        const sessions = context.capability(remoteSessionsCapability, id)
        if (!sessions || checked.has(id)) return
        checked.add(id)
        const { methods } = await sessions.scope()
        if (methods.includes('eth_sendTransaction'))
          context.contribute(connectorsSlot, connectorOf(parent, id, sessions))
      }),
    )
  context.watch(
    read => read.items(chainsSlot).map(({ id }) => id),
    () => void list().catch(context.report),
  )
  await list().catch(context.report)
}

function connectorOf(parent: Parent, chain: string, sessions: RemoteSessions): Connector {
  const open = async (signal: AbortSignal): Promise<WalletSession> => {
    const info = await readSafe(parent, signal)
    return withSmartAccounts(await sessions.open(createSafeSession(parent, chain, info), signal))
  }
  return {
    id: `${chain}:safe`,
    name: 'Safe',
    type: 'EXTERNAL',
    namespace: chain,
    imageUrl: icon,
    worksIn: ({ iframe }) => iframe,
    connect: (_request, signal) => open(signal),
    // Restoring needs no approval: a Safe returns its address without a prompt.
    restore: (_request, signal) => open(signal),
  }
}
