/** The library behind the few words that this plugin says to it. Nothing of it goes further than this file. */
import { type Dispose, delay, withTimeout } from '@portico/kernel'
import { refusalOf, WalletConnectError } from '../errors.js'
import type { Asked, ProviderOptions, WalletConnectOptions } from '../options.js'
import { isRecord, read } from '../reading.js'
import { type AuthenticatingClient, createAuthentication } from './authentication.js'
import { loadLibrary } from './library.js'
import { type GuardedClient, type GuardedRelayer, type GuardedVerify, guardGoodbyes, guardLibrary, guardVerify } from './library-guard.js'
import { createLibraryStorage } from './library-storage.js'
import type { AskedSignIn } from './sign-in.js'

/** Milliseconds after which a relay that did not answer counts as out of reach: the library itself waits for ever. */
const relayPatience = 9_000
/** Milliseconds after which a message that the relay did not confirm is sent again, with the next beat of the library's heart (5 s). */
const resendMs = 3_000
/** Milliseconds for which an answer that is on its way is waited for, when a pairing is given up. */
const lateMs = 3_000
/** Seconds that a wallet has to answer a request. The relay keeps it so long, and a person may look for the phone. */
const requestLife = 3_600
const goodbye = { code: 6000, message: 'User disconnected.' }
/** Names of what this plugin has in the library's storage and on `globalThis`. */
const prefix = 'portico'
/** Where the library keeps its core on `globalThis`. */
const globalCore = `_walletConnectCore_${prefix}`

/** A pairing that a wallet may take up. */
export interface Proposal {
  readonly uri: string
  /** The session as the wallet settled it, not yet looked at, with what it `signed` along with it. Rejects with its refusal, or when it expired. */
  readonly approval: Promise<unknown>
  /** Nobody waits for it any more: a wallet that has the link is told, relay and storage forget it. */
  abandon(): void
}
export interface WalletEvent {
  readonly topic: string
  readonly params: unknown
}
export interface RelayClient {
  readonly isConnected: boolean
  /** `signIn`: what the wallet is asked to sign with its approval, where it knows how. */
  propose(asked: Asked, signal: AbortSignal, signIn?: AskedSignIn): Promise<Proposal>
  /**
   * `sent`: called with its id once the relay has it. `signal`: nobody waits for it any more; the answer may still come. Throws the wallet's refusal, and a
   * WalletConnectError `RELAY_UNREACHABLE` where the relay did not take it.
   */
  request(topic: string, network: string, method: string, params: unknown, sent: (id: number) => void, signal: AbortSignal): Promise<unknown>
  /** Tells the wallet that the session is over, and forgets it. */
  end(topic: string, signal: AbortSignal): Promise<void>
  /** The library's sessions, as it keeps them. */
  sessions(): readonly unknown[]
  on(event: 'session_event' | 'session_update' | 'session_delete' | 'session_expire' | 'session_extend', listener: (event: WalletEvent) => void): Dispose
  onRelay(listener: (event: 'connected' | 'lost' | 'refused') => void): Dispose
  /** Is told of a session that a wallet settled by a link of an earlier line, for which nobody waits here. */
  onLate(listener: (settled: unknown) => void): Dispose
  /** Makes sure that there is a line to the relay, after the page slept or was offline. */
  wake(): void
  /** Lets go of the relay. What is under way stays without an answer. */
  close(): Promise<void>
}

/** The library's own client, as far as it is used. */
interface SignClient extends Omit<AuthenticatingClient, 'engine'> {
  readonly engine?: AuthenticatingClient['engine'] & GuardedClient['engine']
  connect(params: { optionalNamespaces: Asked }): Promise<{ uri?: string; approval(): Promise<unknown> }>
  request(params: { topic: string; chainId: string; expiry: number; request: { method: string; params: unknown } }): Promise<unknown>
  disconnect(params: { topic: string; reason: { code: number; message: string } }): Promise<unknown>
  readonly session: { getAll(): unknown[] }
  on(event: string, listener: (event: never) => void): unknown
  off(event: string, listener: (event: never) => void): unknown
  readonly events?: { emit(event: 'proposal_expire', of: { readonly id: number }): unknown }
  readonly core: {
    readonly verify: GuardedVerify
    readonly pairing: {
      /** Not `active`: no wallet has answered yet. */
      readonly pairings: { getAll(): { topic: string; active?: boolean }[] }
      sendRequest?(topic: string, method: 'wc_pairingDelete', reason: typeof goodbye): Promise<unknown>
      updateMetadata?(params: object): Promise<void>
    }
    /** Everything that was ever said is kept for 30 days otherwise. */
    readonly history: { delete(topic: string): void }
    readonly crypto: AuthenticatingClient['core']['crypto'] & { deleteKeyPair(publicKey: string): Promise<void> }
    readonly heartbeat: { stop?(): void }
    readonly relayer: GuardedRelayer
    readonly expirer: { set(key: string | number, expiry: number): void }
  }
}

/** Throws a WalletConnectError `LOAD_FAILED` or `LIBRARY_UNFIT`. Opens no line to the relay unless the library knows a session. */
export async function openRelayClient(options: WalletConnectOptions, report: (error: unknown) => void): Promise<RelayClient> {
  const client = await createClient(options, report)
  const { core } = client
  const { relayer } = core
  guardVerify(core.verify)

  /** The pairings that somebody waits for. */
  const live = new Set<string>()
  /** All that this line ever had, or took back: each session that comes by one of them has who takes it. */
  const own = new Set<string>()
  const closed = new AbortController()
  // The library's own first wait is 15 s: what was lost with a socket would be sent again only then. The relay and the wallet take the same message once.
  Object.assign(relayer.publisher ?? {}, { initialPublishTimeout: resendMs })
  const guard = guardLibrary(relayer, report)
  guardGoodbyes(client)
  const authentication = createAuthentication(client, report)
  // It takes up a session only where it can write its wallet's name down, also with a pairing that was given up meanwhile: nobody could end that session.
  const { updateMetadata: note } = core.pairing
  if (note) core.pairing.updateMetadata = given => note.call(core.pairing, given).catch(() => undefined)
  const expire = (key: string | number) => core.expirer.set(key, 0)
  const forget = (topic: string) => {
    live.delete(topic)
    core.history.delete(topic)
    authentication.forget(topic, expire).catch(report)
    for (const { id, pairingTopic, proposer } of client.proposal.getAll()) {
      if (pairingTopic !== topic) continue
      expire(id)
      if (proposer) core.crypto.deleteKeyPair(proposer.publicKey).catch(report)
    }
    expire(topic)
  }
  /**
   * A wallet that has the link cannot approve it any more: it would hold a session of nobody. Where it has approved already, its session arrives yet, and is ended by
   * who takes it.
   */
  const takeBack = async (topic: string, answer?: Promise<unknown>) => {
    // The line went first: the next one takes it back, or takes up what was approved meanwhile.
    if (closed.signal.aborted) return
    core.pairing.sendRequest?.(topic, 'wc_pairingDelete', goodbye).catch(report)
    const late = delay(lateMs, closed.signal)
    await Promise.race([answer ?? late, late]).catch(() => undefined)
    // What a page after this one reads is not written over.
    if (!closed.signal.aborted) forget(topic)
  }
  const leaving = new Set<string>()
  /** Links that are being made: the library knows them already. */
  let making = 0
  /** Pairings of earlier lines, and those that have done their work. */
  const tidy = () => {
    if (making || closed.signal.aborted) return
    for (const { topic, active } of core.pairing.pairings.getAll()) {
      if (live.has(topic) || leaving.has(topic)) continue
      leaving.add(topic)
      if (active === false && !own.has(topic)) void takeBack(topic)
      else forget(topic)
    }
  }
  /**
   * By itself the library opens the app that it finds in the page's storage, whatever its scheme: what another kit left there, or anybody wrote (S7, S13). Apps are
   * opened by the page's one opener.
   */
  const keepFromOpening = (topic: string) => {
    for (const one of client.session.getAll()) if (isRecord(one) && one.topic === topic) Object.assign(one, { sessionConfig: { disableDeepLink: true } })
  }
  const hear = (event: string, listener: (event: never) => void): Dispose => {
    client.on(event, listener)
    return () => void client.off(event, listener)
  }
  // The pairing outlives its session by a month otherwise, and with it the key that was in the link.
  client.on('session_delete', tidy)

  return {
    get isConnected() {
      return relayer.connected
    },
    async propose(asked, signal, signIn) {
      tidy()
      guard.hurry()
      const given = new AbortController()
      const begin = async () => {
        try {
          if (signIn && authentication.isKnown) return await authentication.propose(asked, signIn, given.signal)
        } catch (error) {
          if (given.signal.aborted || isUnsent(error) || !relayer.connected) throw error
          // A release that does not know how after all: a session alone is what the person came for.
          report(error)
        }
        return client.connect({ optionalNamespaces: asked })
      }
      making++
      const proposal = begin()
        .finally(() => making--)
        .then(({ uri = '', approval }): Proposal => {
          const [, topic = ''] = /^wc:([0-9a-f]{64})@/.exec(uri) ?? []
          if (!topic) throw new WalletConnectError('LIBRARY_UNFIT')
          live.add(topic)
          own.add(topic)
          const answer = (async () => {
            try {
              return await approval()
            } catch (error) {
              throw refusalOf(error)
            } finally {
              // Its last messages are under way: it is forgotten with the next pairing, or by the library.
              live.delete(topic)
            }
          })()
          // It may be abandoned before anybody listens.
          answer.catch(() => undefined)
          return { uri, approval: answer, abandon: () => void (live.has(topic) && takeBack(topic, answer)) }
        })
      try {
        return await withTimeout(() => proposal, relayPatience, signal)
      } catch (error) {
        given.abort()
        proposal.then(
          late => late.abandon(),
          () => undefined,
        )
        if (signal.aborted || error instanceof WalletConnectError) throw error
        // The relay accepted this socket and answers nothing on it: the next attempt opens another one.
        if (read(error, 'code') === 'TIMEOUT' && relayer.connected) relayer.transportClose().catch(report)
        const unreachable = new WalletConnectError('RELAY_UNREACHABLE', undefined, error)
        // The library has its own reason: it is not for the person, but somebody has to read it.
        if (read(error, 'code') !== 'TIMEOUT' && !isUnsent(error)) report(unreachable)
        throw unreachable
      }
    },
    async request(topic, network, method, params, sent, signal) {
      keepFromOpening(topic)
      guard.hurry()
      const request = { method, params }
      const unhear = hear('session_request_sent', (event: unknown) => {
        const id = read(event, 'id')
        if (read(event, 'request') === request && typeof id === 'number') sent(id)
      })
      signal.addEventListener('abort', unhear)
      try {
        return await client.request({ topic, chainId: network, expiry: requestLife, request })
      } catch (error) {
        throw isUnsent(error) ? new WalletConnectError('RELAY_UNREACHABLE', undefined, error) : refusalOf(error)
      } finally {
        signal.removeEventListener('abort', unhear)
        unhear()
      }
    },
    async end(topic, signal) {
      if (client.session.getAll().some(one => read(one, 'topic') === topic))
        await withTimeout(async () => client.disconnect({ topic, reason: goodbye }), relayPatience, signal)
      core.history.delete(topic)
      tidy()
    },
    sessions: () => client.session.getAll(),
    on: hear,
    onRelay(listener) {
      const events = { relayer_connect: 'connected', relayer_disconnect: 'lost', relayer_error: 'refused' } as const
      const ears = Object.entries(events).map(([event, told]) => [event, () => listener(told)] as const)
      for (const [event, ear] of ears) relayer.on(event, ear)
      return () => {
        for (const [event, ear] of ears) relayer.off(event, ear)
      }
    },
    onLate: listener =>
      hear('session_connect', (event: unknown) => {
        const settled = read(event, 'session')
        if (!own.has(String(read(settled, 'pairingTopic')))) listener(settled)
      }),
    wake() {
      tidy()
      guard.hurry()
      if (!relayer.connected) relayer.transportOpen().catch(report)
    },
    async close() {
      closed.abort()
      authentication.close()
      // Each link that nobody has answered would end as an error of the page five minutes after it was made: the library rejects a promise that nobody can catch.
      for (const { id } of client.proposal.getAll()) client.events?.emit('proposal_expire', { id })
      core.heartbeat.stop?.()
      guard.close()
      // The library goes on trying as long as the page lives: when the network returns, and for what it has not sent yet.
      relayer.transportOpen = relayer.connect = async () => {
        throw new WalletConnectError('RELAY_UNREACHABLE')
      }
      forgetGlobals()
      await relayer.transportClose()
    },
  }
}

/** What the library says when the relay did not take a message for a minute, or the browser is offline. */
const isUnsent = (error: unknown) => error instanceof Error && /^(failed to publish|no internet)/i.test(error.message)

async function createClient(options: WalletConnectOptions, report: (error: unknown) => void): Promise<SignClient> {
  const { projectId = prefix, relayUrl } = options
  const { UniversalProvider } = await loadLibrary(options)
  const given: ProviderOptions = {
    projectId,
    ...(relayUrl && { relayUrl }),
    metadata: metadataOf(options),
    logger: 'silent',
    customStoragePrefix: prefix,
    storage: createLibraryStorage(report),
    disableProviderPing: true,
    telemetryEnabled: false,
  }
  const started = UniversalProvider.init(given)
  // From here on the library handles messages for the topics that it has stored, also before `init` resolves: its core is there as soon as `init` was called.
  const verify = read((globalThis as Record<string, unknown>)[globalCore], 'verify')
  if (isRecord(verify)) guardVerify(verify)
  const { client } = await started
  const core = read(client, 'core')
  const isFit =
    typeof read(client, 'connect') === 'function' && ['verify', 'expirer', 'pairing', 'crypto', 'history', 'relayer'].every(part => read(core, part))
  if (!isFit) throw new WalletConnectError('LIBRARY_UNFIT')
  return client as SignClient
}

function metadataOf({ metadata }: WalletConnectOptions): ProviderOptions['metadata'] {
  const { document, location } = globalThis
  const icon = document?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: metadata?.name ?? (document?.title || location?.hostname) ?? '',
    description: metadata?.description ?? '',
    url: metadata?.url ?? location?.origin ?? '',
    icons: [...(metadata?.icons ?? (icon ? [icon] : []))],
  }
}

/** The library keeps one core per page and prefix; the next one has to read storage anew, because another tab may have written it. */
function forgetGlobals(): void {
  const global = globalThis as Record<string, unknown>
  delete global[globalCore]
  delete global[`${globalCore}_count`]
}
