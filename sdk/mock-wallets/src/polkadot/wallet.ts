import { hex } from '@scure/base'
import { createApprovals } from '../approvals.js'
import { createMemory } from '../memory.js'
import type { MockWallet, WalletCall } from '../mock-wallet.js'
import { createPresence } from '../presence.js'
import type { WalletEnvironment } from '../wallet-environment.js'
import { injectWallet } from './inject.js'
import type { PolkadotKey } from './keys.js'
import type { Hex, PolkadotAccountOptions, PolkadotWalletOptions } from './options.js'
import { bytes, payloadBytes } from './payload.js'
import { createPolkadotState } from './state.js'

/** The entry of the wallet in `injectedWeb3`. */
export interface PolkadotEntry {
  readonly version: string
  enable(appName: string): Promise<unknown>
  connect?(appName: string): Promise<unknown>
}

/**
 * The remote control of a mock wallet of the polkadot namespace. Methods: `enable`, `accounts`,
 * `signRaw`, `signPayload`.
 */
export interface MockPolkadotWallet extends MockWallet {
  readonly namespace: 'polkadot'
  /** The very object that it puts into `injectedWeb3`. */
  readonly entry: PolkadotEntry
  /** How many approvals it requested: one for each new page, and one for each signature. */
  readonly prompts: number
  /** How many listeners pages have at its accounts. */
  readonly subscribers: number
  /** Puts itself into `injectedWeb3`, if it is not there yet. */
  announce(): void
  setAccounts(accounts: readonly (Hex | PolkadotAccountOptions)[]): void
}

/**
 * A wallet that puts itself into `injectedWeb3` and signs for real with keys of the three kinds
 * that Substrate knows. Answers the remote control: what a person does in the wallet's own window.
 * `emit` and `burst` notify the pages of its accounts; the name of the event is not used.
 */
export function mockPolkadotWallet(
  options: PolkadotWalletOptions & WalletEnvironment,
): MockPolkadotWallet {
  const {
    name,
    key = name.toLowerCase(),
    version = '1.0.0',
    quirks = {},
    announce = 'now',
    target = globalThis as unknown as EventTarget,
  } = options
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const calls: WalletCall[] = []
  const state = createPolkadotState(
    options,
    createMemory(`polkadot:${key}`, options.storage ?? options.remember ?? false),
    changed,
  )
  const no = (words: string) => quirks.refusesWith ?? new Error(words)
  const approvals = createApprovals(
    options.policy,
    {
      rejected: () => no('Cancelled'),
      busy: () => no('The source has a pending authorization request'),
    },
    changed,
  )
  let lastSignature = Number.NEGATIVE_INFINITY
  let prompts = 0

  const answer = async (
    method: string,
    params: unknown,
    asks: boolean,
    work: () => unknown,
  ): Promise<unknown> => {
    calls.push({ method, params })
    if (asks) prompts++
    changed()
    // A vanished wallet never answers.
    if (state.isGone) return new Promise(() => undefined)
    if (quirks.silentUntilUnlocked || (asks && state.isLocked)) await state.unlocked()
    if (quirks.answersLateMs)
      await new Promise(resolve => setTimeout(resolve, quirks.answersLateMs))
    return approvals.decide({ method, params, asks }, work)
  }
  const signature = (method: string, params: unknown, sign: (key: PolkadotKey) => Uint8Array) =>
    answer(method, params, true, () => {
      if (performance.now() - lastSignature < (quirks.signatureIntervalMs ?? 0))
        throw new Error('Rate limit exceeded')
      const { address } = params as { readonly address?: unknown }
      const signer = state.visible.find(one => one.address === address)
      if (!signer) throw new Error('Unable to find keypair')
      lastSignature = performance.now()
      return { id: calls.length, signature: `0x${hex.encode(sign(signer))}` }
    })
  const seen = (bytes: Uint8Array) => (quirks.signsWrongly ? Uint8Array.of(...bytes, 0) : bytes)

  const signer = {
    signRaw: (params: { readonly data?: unknown }) =>
      signature('signRaw', params, one =>
        one.sign(seen(quirks.signsBare ? bytes(params.data) : wrap(bytes(params.data)))),
      ),
    signPayload: (params: Readonly<Record<string, unknown>>) =>
      signature('signPayload', params, one =>
        Uint8Array.of(
          kinds.indexOf(one.type),
          ...one.sign(
            seen(payloadBytes(quirks.ignoresMetadataHash ? { ...params, mode: 0 } : params)),
          ),
        ),
      ),
  }
  const accounts = {
    get: () => answer('accounts', undefined, false, () => state.accounts),
    ...(!quirks.neverTells && {
      subscribe(subscriber: (accounts: unknown) => void) {
        state.subscribers.add(subscriber)
        subscriber(state.accounts)
        return () => void state.subscribers.delete(subscriber)
      },
    }),
  }
  const authorize = (appName: string) =>
    answer('enable', appName, !state.isConnected, () => {
      state.connect()
      return { accounts, signer }
    })
  const entry: PolkadotEntry = quirks.connectsByConnect
    ? {
        version,
        connect: async appName => ({
          ...((await authorize(appName)) as object),
          name: key,
          version,
        }),
        enable: () =>
          Promise.reject(new Error('This extension does not have support for enable(...)')),
      }
    : { version, enable: authorize }

  const presence = createPresence(announce, () =>
    injectWallet(target, [key, ...(quirks.alsoAs ?? [])], entry),
  )

  return {
    name,
    namespace: 'polkadot',
    entry,
    calls,
    get policy() {
      return approvals.policy
    },
    set policy(next) {
      approvals.policy = next
    },
    get pending() {
      return approvals.pending
    },
    waitForRequest: approvals.waitForRequest,
    approve: approvals.approve,
    reject: approvals.reject,
    get isConnected() {
      return state.isConnected
    },
    get isLocked() {
      return state.isLocked
    },
    get addresses() {
      return state.visible.map(({ address }) => address)
    },
    get prompts() {
      return prompts
    },
    get subscribers() {
      return state.subscribers.size
    },
    announce: presence.appear,
    lock: state.lock,
    unlock: state.unlock,
    switchAccount: state.switchAccount,
    setAccounts: state.setAccounts,
    disconnect: state.forget,
    vanish() {
      presence.vanish()
      state.leave()
    },
    emit: (_event, ...payload) => state.notify(payload[0]),
    burst(_event, times) {
      for (let sent = 0; sent < times; sent++) state.notify(state.accounts)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const kinds = ['ed25519', 'sr25519', 'ecdsa']

/** Text as wallets sign it, so that it can never be a transaction. */
function wrap(text: Uint8Array): Uint8Array {
  const [open, close] = ['<Bytes>', '</Bytes>'].map(mark => [
    ...new TextEncoder().encode(mark),
  ]) as [number[], number[]]
  const isWrapped =
    text.length >= open.length + close.length &&
    open.every((byte, at) => text[at] === byte) &&
    close.every((byte, at) => text.at(at - close.length) === byte)
  return isWrapped ? text : Uint8Array.from([...open, ...text, ...close])
}
