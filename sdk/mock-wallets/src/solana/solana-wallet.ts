import { base58 } from '@scure/base'
import type { Wallet } from '@wallet-standard/base'
import { iconOf } from '../announce.js'
import { createApprovals } from '../approvals.js'
import { createEmitter } from '../emitter.js'
import { WalletRpcError } from '../errors.js'
import { createMemory } from '../memory.js'
import type { MockWallet, WalletCall } from '../mock-wallet.js'
import { nodeRequest, sendByFetch } from '../node-rpc.js'
import { createPresence } from '../presence.js'
import type { WalletEnvironment } from '../wallet-environment.js'
import { createSolanaFeatures, readableInput, type SolanaFeature } from './features.js'
import type { SolanaChain, SolanaWalletOptions } from './options.js'
import { registerWallet } from './register.js'
import { createSolanaState, type SolanaKey } from './state.js'

/** The remote control of a mock wallet of the solana namespace. */
export interface MockSolanaWallet extends MockWallet {
  readonly namespace: 'solana'
  /** The registered Wallet Standard object. */
  readonly wallet: Wallet
  /** The keys of all its accounts, in their order. */
  readonly publicKeys: readonly Uint8Array[]
  /** How many listeners pages hold on it. */
  readonly listeners: number
  /** How many approvals it requested from its owner. */
  readonly prompts: number
  /** Registers itself, if it has not yet. */
  announce(): void
}

/**
 * A wallet that registers itself by the Wallet Standard, signs for real with the given keys and
 * sends to the given nodes. Answers the remote control: what a person does in the wallet's own
 * window.
 */
export function mockSolanaWallet(
  options: SolanaWalletOptions & WalletEnvironment,
): MockSolanaWallet {
  const {
    name,
    quirks = {},
    announce = 'now',
    target = globalThis as unknown as EventTarget,
    send = sendByFetch,
  } = options
  const chains = Object.keys(options.chains) as SolanaChain[]
  const subscribers = new Set<() => void>()
  const changed = () => {
    for (const listener of subscribers) listener()
  }

  const calls: WalletCall[] = []
  const emitter = createEmitter()
  const listening = new Set<object>()
  const state = createSolanaState(
    options,
    createMemory(name, options.storage ?? options.remember ?? false),
    accountsChanged => {
      changed()
      if (accountsChanged) emitter.emit('change', { accounts: wallet.accounts })
    },
  )
  const refusal = (code: number, words: string) =>
    quirks.throwsText ?? new WalletRpcError(code, words)
  const approvals = createApprovals(
    options.policy,
    {
      rejected: () => refusal(4001, 'User rejected the request.'),
      busy: () => refusal(-32002, 'Request already pending. Please wait.'),
    },
    changed,
  )

  const shown = new Map<string, object>()
  const accountOf = (key: SolanaKey): object => {
    const known = shown.get(key.address) ?? accountFor(key, options, chains, names())
    shown.set(key.address, known)
    return known
  }
  const features = createSolanaFeatures({
    state,
    quirks,
    nodeOf: chain => nodeRequest(options.chains[chain as SolanaChain], send),
    account: accountOf,
    domain: () => globalThis.location?.host ?? 'localhost',
  })
  const names = () => Object.keys(features).filter(feature => !quirks.lacks?.includes(feature))

  const past = { lastSignatureAt: Number.NEGATIVE_INFINITY, prompts: 0 }
  const pace = () => {
    if (Date.now() - past.lastSignatureAt < (quirks.signatureIntervalMs ?? 0))
      throw refusal(-32005, 'Rate limit exceeded.')
    past.lastSignatureAt = Date.now()
  }
  const answer = async (
    method: string,
    feature: SolanaFeature,
    inputs: readonly unknown[],
  ): Promise<unknown> => {
    const [first] = inputs
    calls.push({
      method,
      params: inputs.length > 1 ? inputs.map(readableInput) : readableInput(first),
    })
    changed()
    if (state.isGone) return new Promise(() => undefined)
    if (quirks.silentUntilUnlocked) await state.unlocked()
    if (quirks.answersLateMs)
      await new Promise(resolve => setTimeout(resolve, quirks.answersLateMs))
    const asks = feature.asks(first)
    // The owner has to unlock the wallet before an approval.
    if (asks) {
      past.prompts++
      await state.unlocked()
    }
    if (feature.isSignature) pace()
    const result = await approvals.decide({ method, params: readableInput(first), asks }, () =>
      feature.run(...inputs),
    )
    return state.isGone ? new Promise(() => undefined) : result
  }
  const functionOf = (method: string, feature: SolanaFeature) => ({
    version: '1.0.0',
    [method.slice(method.indexOf(':') + 1)]: (...inputs: readonly unknown[]) =>
      answer(method, feature, inputs),
    ...(/transaction/i.test(method) && { supportedTransactionVersions: ['legacy', 0] }),
  })
  const on = (event: string, listener: (properties: unknown) => void) => {
    const mark = {}
    listening.add(mark)
    emitter.on(event, listener)
    return () => {
      if (listening.delete(mark)) emitter.off(event, listener)
    }
  }
  const parts: Readonly<Record<string, () => unknown>> = {
    version: () => '1.0.0',
    name: () => name,
    icon: () => options.icon ?? iconOf(name),
    chains: () => chains,
    features: () => ({
      ...Object.fromEntries(
        names().map(method => [method, functionOf(method, features[method] as SolanaFeature)]),
      ),
      ...(!quirks.lacks?.includes('standard:events') && {
        'standard:events': { version: '1.0.0', on },
      }),
    }),
    accounts: () => state.visible.map(accountOf),
  }
  const wallet = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(parts).map(([key, get]) => [
        key,
        { enumerable: true, configurable: true, get: () => propertyOf(key, get, options) },
      ]),
    ),
  ) as Wallet

  const presence = createPresence(announce, () =>
    registerWallet(target, wallet, quirks.registrations ?? 1),
  )

  return {
    name,
    namespace: 'solana',
    wallet,
    calls,
    get publicKeys() {
      return state.keys.map(key => key.publicKey)
    },
    get listeners() {
      return listening.size
    },
    get prompts() {
      return past.prompts
    },

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
      return state.visible.map(key => key.address)
    },
    announce: presence.appear,
    lock: state.lock,
    unlock: state.unlock,
    switchAccount: state.switchAccount,
    setAccounts: state.setAccounts,
    disconnect: state.forget,
    vanish() {
      state.leave()
      presence.vanish()
    },
    emit: emitter.emit,
    burst(event, times) {
      for (let sent = 0; sent < times; sent++) emitter.emit(event, { accounts: wallet.accounts })
    },
    subscribe(listener) {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
  }
}

function propertyOf(
  key: string,
  get: () => unknown,
  { quirks = {} }: SolanaWalletOptions,
): unknown {
  if (quirks.throwsAt?.includes(key)) throw new TypeError(`The property "${key}" cannot be read.`)
  return quirks.claims && Object.hasOwn(quirks.claims, key) ? quirks.claims[key] : get()
}

/** An account as the wallet shows it: frozen, and the same object each time. */
function accountFor(
  key: SolanaKey,
  { quirks = {} }: SolanaWalletOptions,
  chains: readonly string[],
  features: readonly string[],
): object {
  const publicKey = {
    cut: key.publicKey.slice(1),
    swapped: base58.decode('11111111111111111111111111111111'),
    missing: undefined,
    none: key.publicKey,
  }[quirks.keys ?? 'none']
  return Object.freeze({
    address: key.address,
    publicKey,
    chains: quirks.accountChains ?? chains,
    features: features.filter(feature => feature.startsWith('solana:')),
  })
}
