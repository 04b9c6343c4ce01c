import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { PocketError } from './errors.js'

/** As the kit wants it. */
type KitCore = WalletKitTypes.Options['core']
type KitClient = IWalletKit['engine']['signClient']

export interface QuietCoreOptions {
  readonly relayUrl: string
  /** What its storage and its place among the globals are named by. */
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
 * A goodbye that comes twice, or crosses one of the wallet's own, is for a session that is gone:
 * the library throws an uncaught error.
 */
export function takeGoodbyesOnce({ session, engine }: KitClient): void {
  const parts = engine as unknown as Record<
    'onSessionDeleteRequest' | 'deleteSession',
    (...given: readonly unknown[]) => Promise<unknown>
  >
  const { onSessionDeleteRequest: hear, deleteSession: end } = parts
  const isThere = (topic: unknown) => session.keys.some(key => key === topic)
  parts.onSessionDeleteRequest = async (topic, payload) =>
    isThere(topic) ? hear(topic, payload) : undefined
  parts.deleteSession = async params =>
    isThere((params as { readonly topic: string }).topic) ? end(params) : undefined
}

/**
 * The library knows a message that it had before only once it has written it down: of two at once
 * it would take both, and throw an uncaught error.
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
 * The library waits 15 s for the relay to confirm, then sends again with every beat of its heart,
 * which it has every 5 s.
 */
async function resendSooner(core: KitCore, ms: number): Promise<void> {
  Object.assign(core.relayer.publisher, { initialPublishTimeout: ms })
  core.heartbeat.stop()
  core.heartbeat.interval = ms / 1_000
  await core.heartbeat.init()
}

/**
 * Ends its connection and its timers, and takes it from the globals, where the library keeps it.
 */
export async function endCore(core: KitCore, prefix: string): Promise<void> {
  core.heartbeat.stop()
  // What is still being sent would open the connection again.
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
