/** Finds the Safe around the page, and lists it for the chains whose transactions it can send. */
import { type ContextOf, withTimeout } from '@portico/kernel'
import { type Connector, chains, connectors, type RemoteSessions, remoteSessions, type WalletLine } from '@portico/kernel/contracts'
import { icon } from './icon.js'
import { createParent, type Parent } from './parent.js'
import { createSafeSession, readSafe, withSmartAccounts } from './session.js'

/** A Safe answers at once: nobody waits longer for one that may not be there. One that is slower is listed when it answers. Milliseconds. */
const patience = { list: 300, hear: 10_000 }

type Context = ContextOf<Record<never, never>>

/** Resolves when the Safe is listed, or there seems to be none. */
export async function discoverSafe(context: Context, page: Window, origins: readonly string[]): Promise<void> {
  const parent = createParent(page, origins)
  if (!parent) return
  const answer = withTimeout(signal => readSafe(parent, signal), patience.hear, context.signal)
  const listed = answer.then(
    () => listSafe(context, parent),
    // Most frames are no Safe's: no answer is the usual one.
    () => undefined,
  )
  const isThere = await withTimeout(() => answer, patience.list, context.signal).then(
    () => true,
    () => false,
  )
  if (isThere) await listed
}

/** On every chain that is there or comes. */
async function listSafe(context: Context, parent: Parent): Promise<void> {
  const asked = new Set<string>()
  const list = () =>
    Promise.all(
      context.items(chains).map(async ({ id }) => {
        const sessions = context.capability(remoteSessions, id)
        if (!sessions || asked.has(id)) return
        asked.add(id)
        const { methods } = await sessions.scope()
        if (methods.includes('eth_sendTransaction')) context.contribute(connectors, connectorOf(parent, id, sessions))
      }),
    )
  context.watch(
    read => read.items(chains).map(({ id }) => id),
    () => void list().catch(context.report),
  )
  await list().catch(context.report)
}

function connectorOf(parent: Parent, chain: string, sessions: RemoteSessions): Connector {
  const open = async (signal: AbortSignal): Promise<WalletLine> => {
    const info = await readSafe(parent, signal)
    return withSmartAccounts(await sessions.open(createSafeSession(parent, chain, info), signal))
  }
  return {
    id: `${chain}:safe`,
    name: 'Safe',
    type: 'EXTERNAL',
    chain,
    imageUrl: icon,
    worksIn: ({ iframe }) => iframe,
    connect: (_request, signal) => open(signal),
    // A Safe asks nobody before it says who it is.
    restore: (_request, signal) => open(signal),
  }
}
