/** A library that pairs on command, for tests of views, which do not depend on the relay. */
import type { WalletConnectModule } from '../src/index.js'

interface Link {
  readonly uri: string
  approve(session: unknown): void
  refuse(error: unknown): void
}
export function scriptedLibrary() {
  const links: Link[] = []
  const ears = new Map<string, Set<(event: unknown) => void>>()
  const library = {
    links,
    /** The error that the next link fails with. */
    trouble: undefined as unknown,
    isSilent: false,
    /** The sessions that the library knows, and the topics of those that it ended. */
    sessions: [] as unknown[],
    ended: [] as string[],
    /** How often it disconnected from the relay. */
    closings: 0,
    /** Disconnecting waits for this promise. */
    closing: undefined as Promise<void> | undefined,
    /** How often it was initialised. */
    beginnings: 0,
    relay: new Map<string, Set<() => void>>(),
    tellRelay: (event: string) => library.relay.get(event)?.forEach(listener => void listener()),
    load: async (): Promise<WalletConnectModule> => ({
      UniversalProvider: {
        async init() {
          library.beginnings++
          return { client }
        },
      },
    }),
  }
  const listen = (event: string, listener: () => void) =>
    void library.relay.set(event, (library.relay.get(event) ?? new Set()).add(listener))
  const client = {
    async connect() {
      if (library.isSilent) return new Promise(() => undefined)
      if (library.trouble) throw library.trouble
      const uri = `wc:${String(links.length).padStart(64, '0')}@2?relay-protocol=irn&symKey=${'5'.repeat(64)}`
      const approval = new Promise((resolve, reject) =>
        links.push({ uri, approve: resolve, refuse: reject }),
      )
      approval.catch(() => undefined)
      return { uri, approval: () => approval }
    },
    session: { getAll: () => library.sessions },
    proposal: { getAll: () => [] },
    on: (event: string, listener: (event: unknown) => void) =>
      void ears.set(event, (ears.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: (event: unknown) => void) =>
      void ears.get(event)?.delete(listener),
    disconnect: async ({ topic }: { readonly topic: string }) => void library.ended.push(topic),
    async request({ request }: { readonly request: unknown }) {
      for (const ear of ears.get('session_request_sent') ?? []) ear({ id: 1, request })
    },
    core: {
      verify: {},
      expirer: { set: () => undefined },
      history: { delete: () => undefined },
      pairing: { pairings: { getAll: () => [] } },
      crypto: { deleteKeyPair: async () => undefined },
      heartbeat: {},
      relayer: {
        connected: true,
        on: listen,
        off: (event: string, listener: () => void) =>
          void library.relay.get(event)?.delete(listener),
        transportOpen: async () => undefined,
        transportClose: async () => {
          library.closings++
          await library.closing
        },
      },
    },
  }
  return library
}
