/**
 * Wraps the library in the few calls that this plugin makes. No other file uses the library
 * directly.
 */
import { type Dispose, delay, withTimeout } from '@portico/kernel'
import { refusalOf, WalletConnectError } from '../errors.js'
import type { ProviderOptions, RequestedNamespaces, WalletConnectOptions } from '../options.js'
import { type AuthenticatingClient, createAuthentication } from '../pairing/authentication.js'
import type { SignInRequest } from '../pairing/sign-in.js'
import { isRecord, read } from '../reading.js'
import { loadLibrary } from './library.js'
import {
  type GuardedClient,
  type GuardedRelayer,
  type GuardedVerify,
  guardDisconnects,
  guardLibrary,
  guardVerify,
} from './library-guard.js'
import { createLibraryStorage } from './library-storage.js'

/**
 * Milliseconds after which a silent relay counts as unreachable: the library itself waits forever.
 */
const relayTimeoutMs = 9_000
/**
 * Milliseconds after which an unconfirmed message is sent again. The library does so with its next
 * heartbeat (5 s).
 */
const resendMs = 3_000
/** Milliseconds to wait for an answer in flight when a pairing is given up. */
const lateMs = 3_000
/**
 * Seconds that a wallet has to answer a request. The relay keeps the request that long, and a
 * person may have to fetch the phone.
 */
const requestLife = 3_600
const disconnectReason = { code: 6000, message: 'User disconnected.' }
/** Prefix of what this plugin has in the library's storage and on `globalThis`. */
const prefix = 'portico'
/** The property of `globalThis` that holds the library's core. */
const globalCore = `_walletConnectCore_${prefix}`

/** A pairing that a wallet may approve. */
export interface Proposal {
  readonly uri: string
  /**
   * The session as the wallet settled it, not yet validated, with what it `signed` along with it.
   * Rejects with the wallet's refusal, or when the link expires.
   */
  readonly approval: Promise<unknown>
  /**
   * Gives the proposal up. A wallet that has the link is notified, and relay and storage forget the
   * link.
   */
  abandon(): void
}
export interface WalletEvent {
  readonly topic: string
  readonly params: unknown
}
export interface RelayClient {
  readonly isConnected: boolean
  /** `signIn`: what the wallet gets to sign with its approval, where it supports that. */
  propose(
    requested: RequestedNamespaces,
    signal: AbortSignal,
    signIn?: SignInRequest,
  ): Promise<Proposal>
  /**
   * Sends a request to the wallet.
   * `sent` is called with the request's id once the relay has it. `signal` aborts when the caller
   * gives up; the answer may still arrive. Throws the wallet's refusal, and a WalletConnectError
   * `RELAY_UNREACHABLE` where the relay did not accept the request.
   */
  request(
    topic: string,
    network: string,
    method: string,
    params: unknown,
    sent: (id: number) => void,
    signal: AbortSignal,
  ): Promise<unknown>
  /** Notifies the wallet that the session is over, and deletes the session. */
  end(topic: string, signal: AbortSignal): Promise<void>
  /** The library's sessions, as the library keeps them. */
  sessions(): readonly unknown[]
  on(
    event:
      | 'session_event'
      | 'session_update'
      | 'session_delete'
      | 'session_expire'
      | 'session_extend',
    listener: (event: WalletEvent) => void,
  ): Dispose
  onRelay(listener: (event: 'connected' | 'lost' | 'refused') => void): Dispose
  /** Subscribes to sessions that a wallet settled with a link of an earlier relay connection. */
  onLate(listener: (settled: unknown) => void): Dispose
  /** Reconnects to the relay, if necessary, after the page was suspended or offline. */
  wake(): void
  /** Disconnects from the relay. Calls in flight stay without an answer. */
  close(): Promise<void>
}

/** The part of the library's client that this file uses. */
interface SignClient extends Omit<AuthenticatingClient, 'engine'> {
  readonly engine?: AuthenticatingClient['engine'] & GuardedClient['engine']
  connect(params: {
    optionalNamespaces: RequestedNamespaces
  }): Promise<{ uri?: string; approval(): Promise<unknown> }>
  request(params: {
    topic: string
    chainId: string
    expiry: number
    request: { method: string; params: unknown }
  }): Promise<unknown>
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
      sendRequest?(
        topic: string,
        method: 'wc_pairingDelete',
        reason: typeof disconnectReason,
      ): Promise<unknown>
      updateMetadata?(params: object): Promise<void>
    }
    /** Without a deletion, the library keeps every message for 30 days. */
    readonly history: { delete(topic: string): void }
    readonly crypto: AuthenticatingClient['core']['crypto'] & {
      deleteKeyPair(publicKey: string): Promise<void>
    }
    readonly heartbeat: { stop?(): void }
    readonly relayer: GuardedRelayer
    readonly expirer: { set(key: string | number, expiry: number): void }
  }
}

/**
 * Opens the library's client.
 * Connects to the relay only when the library has a session. Throws a WalletConnectError
 * `LOAD_FAILED` or `LIBRARY_UNFIT`. After `erased` aborts, the client stores nothing.
 */
export async function openRelayClient(
  options: WalletConnectOptions,
  report: (error: unknown) => void,
  erased?: AbortSignal,
): Promise<RelayClient> {
  const client = await createClient(options, report, erased)
  const { core } = client
  const { relayer } = core
  guardVerify(core.verify)

  /** The topics of pairings that a caller waits for. */
  const live = new Set<string>()
  /**
   * The topics of all pairings that this client ever proposed or took back. Each session from one
   * of them has a handler.
   */
  const own = new Set<string>()
  const closed = new AbortController()
  // The library's first timeout is 15 s: a message that was lost with a socket would be sent again
  // only then. The relay and the wallet handle a repeated message once.
  Object.assign(relayer.publisher ?? {}, { initialPublishTimeout: resendMs })
  const guard = guardLibrary(relayer, report)
  guardDisconnects(client)
  const authentication = createAuthentication(client, report)
  // The library accepts a session only when it can store the wallet's metadata, also for a pairing
  // that was given up. Without this catch such a session could not be ended.
  const { updateMetadata: note } = core.pairing
  if (note)
    core.pairing.updateMetadata = given => note.call(core.pairing, given).catch(() => undefined)
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
   * Takes a link back, so that a wallet cannot approve it and hold an unused session.
   * When the wallet has approved already, its session still arrives, and its handler ends it.
   */
  const takeBack = async (topic: string, answer?: Promise<unknown>) => {
    // The relay connection closed first: the next client takes the link back, or handles its
    // approval.
    if (closed.signal.aborted) return
    core.pairing.sendRequest?.(topic, 'wc_pairingDelete', disconnectReason).catch(report)
    const late = delay(lateMs, closed.signal)
    await Promise.race([answer ?? late, late]).catch(() => undefined)
    // After closing, the storage may belong to the next page and must not be overwritten.
    if (!closed.signal.aborted) forget(topic)
  }
  const ending = new Set<string>()
  /** The number of links being created: the library lists them before they are in `live`. */
  let making = 0
  /** Deletes pairings of earlier relay connections, and those that are complete. */
  const tidy = () => {
    if (making || closed.signal.aborted) return
    for (const { topic, active } of core.pairing.pairings.getAll()) {
      if (live.has(topic) || ending.has(topic)) continue
      ending.add(topic)
      if (active === false && !own.has(topic)) void takeBack(topic)
      else forget(topic)
    }
  }
  /**
   * Keeps the library from opening apps by itself.
   * It would open the link that it finds in the page's storage, with any scheme, though another
   * kit or an attacker may have written it (S7, S13). This plugin opens apps only through the
   * kernel's opener.
   */
  const keepFromOpening = (topic: string) => {
    for (const one of client.session.getAll())
      if (isRecord(one) && one.topic === topic)
        Object.assign(one, { sessionConfig: { disableDeepLink: true } })
  }
  const hear = (event: string, listener: (event: never) => void): Dispose => {
    client.on(event, listener)
    return () => void client.off(event, listener)
  }
  // Otherwise the pairing, and with it the key of its link, would outlive the session by a month.
  client.on('session_delete', tidy)

  return {
    get isConnected() {
      return relayer.connected
    },
    async propose(requested, signal, signIn) {
      tidy()
      guard.hurry()
      const given = new AbortController()
      const begin = async () => {
        try {
          if (signIn && authentication.isKnown)
            return await authentication.propose(requested, signIn, given.signal)
        } catch (error) {
          if (given.signal.aborted || isUnsent(error) || !relayer.connected) throw error
          // This release does not support the sign-in after all: the connection goes on with a
          // session alone.
          report(error)
        }
        return client.connect({ optionalNamespaces: requested })
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
              // The last messages of this pairing are in flight, so it is deleted with the next
              // pairing, or by the library.
              live.delete(topic)
            }
          })()
          // The proposal may be abandoned before a caller listens.
          answer.catch(() => undefined)
          return {
            uri,
            approval: answer,
            abandon: () => void (live.has(topic) && takeBack(topic, answer)),
          }
        })
      try {
        return await withTimeout(() => proposal, relayTimeoutMs, signal)
      } catch (error) {
        given.abort()
        proposal.then(
          late => late.abandon(),
          () => undefined,
        )
        if (signal.aborted || error instanceof WalletConnectError) throw error
        // The relay accepted this socket and sends nothing on it: the next attempt opens another
        // socket.
        if (read(error, 'code') === 'TIMEOUT' && relayer.connected)
          relayer.transportClose().catch(report)
        const unreachable = new WalletConnectError('RELAY_UNREACHABLE', undefined, error)
        // The library's own reason is not shown to the person, so it is reported.
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
        throw isUnsent(error)
          ? new WalletConnectError('RELAY_UNREACHABLE', undefined, error)
          : refusalOf(error)
      } finally {
        signal.removeEventListener('abort', unhear)
        unhear()
      }
    },
    async end(topic, signal) {
      if (client.session.getAll().some(one => read(one, 'topic') === topic))
        await withTimeout(
          async () => client.disconnect({ topic, reason: disconnectReason }),
          relayTimeoutMs,
          signal,
        )
      core.history.delete(topic)
      tidy()
    },
    sessions: () => client.session.getAll(),
    on: hear,
    onRelay(listener) {
      const events = {
        relayer_connect: 'connected',
        relayer_disconnect: 'lost',
        relayer_error: 'refused',
      } as const
      const ears = Object.entries(events).map(
        ([event, state]) => [event, () => listener(state)] as const,
      )
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
      // The library rejects a promise that no code can catch: each unanswered link would cause an
      // unhandled rejection five minutes after it was created.
      for (const { id } of client.proposal.getAll()) client.events?.emit('proposal_expire', { id })
      core.heartbeat.stop?.()
      guard.close()
      // The library would reconnect as long as the page lives: when the network returns, and for
      // messages that it has not sent yet.
      relayer.transportOpen = relayer.connect = async () => {
        throw new WalletConnectError('RELAY_UNREACHABLE')
      }
      forgetGlobals()
      await relayer.transportClose()
    },
  }
}

/**
 * True for the library's error about an unsent message.
 * The relay did not accept it for a minute, or the browser is offline.
 */
const isUnsent = (error: unknown) =>
  error instanceof Error && /^(failed to publish|no internet)/i.test(error.message)

async function createClient(
  options: WalletConnectOptions,
  report: (error: unknown) => void,
  erased?: AbortSignal,
): Promise<SignClient> {
  const { projectId = prefix, relayUrl } = options
  const { UniversalProvider } = await loadLibrary(options)
  const given: ProviderOptions = {
    projectId,
    ...(relayUrl && { relayUrl }),
    metadata: metadataOf(options),
    logger: 'silent',
    customStoragePrefix: prefix,
    storage: createLibraryStorage(report, erased),
    disableProviderPing: true,
    telemetryEnabled: false,
  }
  const started = UniversalProvider.init(given)
  // From here on the library handles messages of its stored topics, also before `init` resolves:
  // its core exists as soon as `init` was called.
  const verify = read((globalThis as Record<string, unknown>)[globalCore], 'verify')
  if (isRecord(verify)) guardVerify(verify)
  const { client } = await started
  const core = read(client, 'core')
  const isFit =
    typeof read(client, 'connect') === 'function' &&
    ['verify', 'expirer', 'pairing', 'crypto', 'history', 'relayer'].every(part => read(core, part))
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

/**
 * Deletes the library's core, of which there is one per page and prefix.
 * The next core must read storage again, because another tab may have written it.
 */
function forgetGlobals(): void {
  const global = globalThis as Record<string, unknown>
  delete global[globalCore]
  delete global[`${globalCore}_count`]
}
