import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { PocketError } from './errors.js'

/** The type that the kit expects. */
type KitCore = WalletKitTypes.Options['core']
type KitClient = IWalletKit['engine']['signClient']

export interface QuietCoreOptions {
  readonly relayUrl: string
  /** The prefix of its storage keys and of its global name. */
  readonly prefix: string
  /** Keeps everything in memory, or in the page's own storage. */
  readonly storage: 'memory' | 'page'
  readonly resendAfterMs: number | undefined
}

/**
 * The transport of a WalletConnect client that speaks only to its relay: no attestation, no
 * telemetry.
 */
export async function quietCore({
  relayUrl,
  prefix,
  storage,
  resendAfterMs,
}: QuietCoreOptions): Promise<KitCore> {
  const options = {
    projectId: 'pocket',
    relayUrl,
    customStoragePrefix: prefix,
    telemetryEnabled: false,
    logger: 'silent',
  }
  // The library's own types differ in what may be undefined.
  const core = (await Core.init(
    storage === 'memory' ? { ...options, storage: memory() } : options,
  )) as KitCore
  core.verify.register = async () => ''
  core.verify.resolve = async () => undefined as never
  core.eventClient.init = async () => undefined
  oneByOne(core)
  if (resendAfterMs !== undefined) await resendSooner(core, resendAfterMs)
  return core
}

/**
 * Ignores a session end for a session that is already gone. The library throws an uncaught error
 * when the page ends a session twice, or when both sides end it at once.
 */
export function handleSessionEndOnce({ session, engine }: KitClient): void {
  const parts = engine as unknown as Record<
    'onSessionDeleteRequest' | 'deleteSession',
    (...given: readonly unknown[]) => Promise<unknown>
  >
  const { onSessionDeleteRequest: receive, deleteSession: end } = parts
  const isThere = (topic: unknown) => session.keys.some(key => key === topic)
  parts.onSessionDeleteRequest = async (topic, payload) =>
    isThere(topic) ? receive(topic, payload) : undefined
  parts.deleteSession = async params =>
    isThere((params as { readonly topic: string }).topic) ? end(params) : undefined
}

/**
 * Processes the relay's messages one at a time. The library recognises a duplicate only after it
 * has stored the first: of two at once it would process both, and throw an uncaught error.
 */
function oneByOne({ relayer }: KitCore): void {
  const listener = relayer as unknown as { onMessageEvent(event: unknown): Promise<void> }
  const take = listener.onMessageEvent.bind(relayer)
  let taken = Promise.resolve()
  listener.onMessageEvent = event => {
    taken = taken.catch(() => undefined).then(() => take(event))
    return taken
  }
}

/**
 * Resends unconfirmed messages after `ms`. The library waits 15 s for the relay to confirm, then
 * resends with every heartbeat, which is every 5 s.
 */
async function resendSooner(core: KitCore, ms: number): Promise<void> {
  Object.assign(core.relayer.publisher, { initialPublishTimeout: ms })
  core.heartbeat.stop()
  core.heartbeat.interval = ms / 1_000
  await core.heartbeat.init()
}

/** Closes the connection, stops the timers and removes the core from the library's globals. */
export async function endCore(core: KitCore, prefix: string): Promise<void> {
  core.heartbeat.stop()
  // A message that is still being sent would open the connection again.
  core.relayer.confirmOnlineStateOrThrow = async () => {
    throw new PocketError('The wallet was stopped.')
  }
  await core.relayer.transportClose()
  const place = `_walletConnectCore_${prefix}`
  for (const name of [place, `${place}_count`]) Reflect.deleteProperty(globalThis, name)
}

function memory() {
  const items = new Map<string, unknown>()
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async <Value>() => [...items.entries()] as [string, Value][],
    getItem: async <Value>(key: string) => items.get(key) as Value | undefined,
    setItem: async (key: string, value: unknown) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  }
}
