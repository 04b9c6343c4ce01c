import { type AnnouncedInfo, announceProvider, iconOf, setLegacyProvider } from './announce.js'
import { createApprovals } from './approvals.js'
import { createEmitter } from './emitter.js'
import { WalletRpcError } from './errors.js'
import { createEvmCalls } from './evm-calls.js'
import { createEvmMethods } from './evm-methods.js'
import type { EvmWalletOptions } from './evm-options.js'
import { alreadyPending, createEvmProvider, type EvmProvider } from './evm-provider.js'
import { createEvmState } from './evm-state.js'
import { createSender } from './evm-transactions.js'
import { createMemory } from './memory.js'
import type { MockWallet, WalletCall } from './mock-wallet.js'
import { nodeRequest, sendByFetch } from './node-rpc.js'
import { createPresence } from './presence.js'
import { randomUuid } from './random.js'
import type { WalletEnvironment } from './wallet-environment.js'

/** The remote control of a mock wallet of the eip155 namespace. */
export interface MockEvmWallet extends MockWallet {
  readonly namespace: 'eip155'
  /** Its announced EIP-6963 info. */
  readonly info: AnnouncedInfo
  /** Its announced provider. */
  readonly provider: EvmProvider
  readonly chainId: number
  /** Announces itself, if it does not yet. */
  announce(): void
  /**
   * Switches as a person does in the wallet's own window, also to a chain that it did not know;
   * without a URL it cannot read that chain.
   */
  switchChain(chainId: number, rpcUrl?: string): void
}

/**
 * A wallet that announces itself by EIP-6963, answers EIP-1193 and EIP-5792, signs for real with
 * the given keys and sends to the given nodes. Answers the remote control: what a person does in
 * the wallet's own window.
 */
export function mockEvmWallet(options: EvmWalletOptions & WalletEnvironment): MockEvmWallet {
  const {
    name,
    rdns,
    quirks = {},
    announce = 'now',
    target = globalThis as unknown as EventTarget,
    send = sendByFetch,
  } = options
  const subscribers = new Set<() => void>()
  const changed = () => {
    for (const listener of subscribers) listener()
  }

  const calls: WalletCall[] = []
  const emitter = createEmitter()
  const memoryOf = (part: string) =>
    createMemory(part, options.storage ?? options.remember ?? false)
  const state = createEvmState(options, emitter, memoryOf(rdns), changed)
  const approvals = createApprovals(
    options.policy,
    {
      rejected: () => new WalletRpcError(4001, 'User rejected the request.'),
      busy: alreadyPending,
    },
    changed,
  )
  const nodeOf = (chainId: number) => nodeRequest(state.urlOf(chainId), send)
  const sender = createSender()
  const methods = createEvmMethods({
    options,
    state,
    nodeOf,
    nodeAt: url => nodeRequest(url, send),
    send: sender,
    calls: createEvmCalls(options, state, nodeOf, sender, memoryOf(`${rdns}:calls`)),
  })
  const provider = Object.assign(
    createEvmProvider({ state, emitter, approvals, methods, nodeOf, quirks, calls, changed }),
    options.flags,
  )

  const info = {
    uuid: options.uuid ?? randomUuid(),
    name,
    icon: options.icon ?? iconOf(name),
    rdns,
    ...options.info,
  }
  const presence = createPresence(announce, () => {
    const takeBack = options.legacy ? setLegacyProvider(target, provider) : undefined
    const stopAnnouncing = announceProvider(target, info, provider)
    return () => {
      stopAnnouncing()
      takeBack?.()
    }
  })

  return {
    name,
    namespace: 'eip155',
    info,
    provider,
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
      return state.visible
    },
    get chainId() {
      return state.chainId
    },
    announce: presence.appear,
    lock: state.lock,
    unlock: state.unlock,
    switchAccount: state.switchAccount,
    setAccounts: state.setAccounts,
    switchChain(chainId, rpcUrl) {
      if (rpcUrl) state.addChain(chainId, rpcUrl)
      state.switchChain(chainId)
    },
    disconnect() {
      if (!state.isConnected) return
      state.forget()
      emitter.emit('disconnect', state.payloadOf('disconnect'))
    },
    vanish() {
      state.leave()
      presence.vanish()
    },
    emit: emitter.emit,
    burst(event, times) {
      for (let sent = 0; sent < times; sent++) emitter.emit(event, state.payloadOf(event))
    },
    subscribe(listener) {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
  }
}
