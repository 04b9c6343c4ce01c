/**
 * The page's side of a pairing: WalletConnect's own provider library, in Node. It contacts only its
 * relay and its nodes.
 */
import { UniversalProvider } from '@walletconnect/universal-provider'

export type Provider = Awaited<ReturnType<typeof UniversalProvider.init>>
export type RequestedNamespaces = NonNullable<
  Parameters<Provider['connect']>[0]['optionalNamespaces']
>

export interface Page {
  readonly provider: Provider
  /** The provider's events: name and data. */
  readonly events: readonly (readonly [string, unknown])[]
  /** Starts a pairing. `uri`: the text of its QR code. */
  propose(
    requested: RequestedNamespaces,
  ): Promise<{ readonly uri: string; readonly session: Promise<NonNullable<Provider['session']>> }>
  stop(): Promise<void>
}

/** A `fetch` that reaches this host alone, and records all other URLs in `outside`. */
export function localFetch(outside: string[]): typeof fetch {
  const { fetch: reach } = globalThis
  return (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (/^https?:\/\/127\.0\.0\.1[:/]/.test(url)) return reach(input, init)
    outside.push(url)
    return Promise.reject(new TypeError(`refused: ${url}`))
  }
}

export async function openPage(relayUrl: string): Promise<Page> {
  const prefix = `page-${crypto.randomUUID()}`
  const provider = await UniversalProvider.init({
    projectId: 'local',
    relayUrl,
    customStoragePrefix: prefix,
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: 'silent',
    metadata: { name: 'A page', description: '', url: 'http://127.0.0.1', icons: [] },
  })
  const { core } = provider.client
  // Sends again at once what the relay did not confirm, where it would wait for 15 s.
  Object.assign(core.relayer.publisher, { initialPublishTimeout: 1_000 })
  core.heartbeat.stop()
  core.heartbeat.interval = 1
  await core.heartbeat.init()

  const events: (readonly [string, unknown])[] = []
  for (const event of [
    'display_uri',
    'session_update',
    'session_event',
    'session_delete',
    'chainChanged',
    'accountsChanged',
    'disconnect',
  ]) {
    provider.on(event, (data: unknown) => events.push([event, data]))
  }
  return {
    provider,
    events,
    async propose(optionalNamespaces) {
      const uri = new Promise<string>(resolve => provider.once('display_uri', resolve))
      const session = provider.connect({ optionalNamespaces }) as Promise<
        NonNullable<Provider['session']>
      >
      // Its caller handles the failure; until then it must not count as unhandled.
      session.catch(() => undefined)
      return { uri: await uri, session }
    },
    async stop() {
      // Open requests end now, instead of as an error of the process minutes later.
      for (const { id } of provider.client.proposal.getAll())
        provider.client.events.emit('proposal_expire', { id })
      core.heartbeat.stop()
      core.relayer.confirmOnlineStateOrThrow = () =>
        Promise.reject(new TypeError('The page was left.'))
      await core.relayer.transportClose()
      const place = `_walletConnectCore_${prefix}`
      for (const name of [place, `${place}_count`]) Reflect.deleteProperty(globalThis, name)
    },
  }
}
