import { iconOf } from '../announce.js'
import { createApprovals } from '../approvals.js'
import { WalletRpcError } from '../errors.js'
import { createMemory } from '../memory.js'
import type { MockWallet, WalletCall } from '../mock-wallet.js'
import { createPresence } from '../presence.js'
import type { WalletEnvironment } from '../wallet-environment.js'
import {
  createOkxProvider,
  createPhantomProvider,
  createUnisatProvider,
} from './global-providers.js'
import type { BitcoinNetworkName, BitcoinProtocol, BitcoinWalletOptions } from './options.js'
import { createRequestHandler } from './request-handler.js'
import { createLeatherProvider, createSatsProvider, satsMethods } from './sats-provider.js'
import { createStandardWallet, registerStandardWallet } from './standard-wallet.js'
import { createBitcoinState } from './state.js'

/** The remote control of a mock wallet of the bip122 namespace. */
export interface MockBitcoinWallet extends MockWallet {
  readonly namespace: 'bip122'
  readonly network: BitcoinNetworkName
  /** How many listeners pages hold on it. */
  readonly listeners: number
  /** Shows itself, if it does not yet. */
  announce(): void
  /** Switches as a person does in the wallet's own window. */
  switchNetwork(network: BitcoinNetworkName): void
}

/**
 * A Bitcoin wallet that stands where real ones do, speaks as they do, and signs for real with the
 * given keys: BIP-322, ECDSA (BIP-137) and PSBTs. Answers the remote control: what a person does in
 * the wallet's own window. It asks no node anything.
 */
export function mockBitcoinWallet(
  options: BitcoinWalletOptions & WalletEnvironment,
): MockBitcoinWallet {
  const {
    name,
    icon = iconOf(options.name),
    speaks = ['sats-connect'],
    quirks = {},
    announce = 'now',
    target = globalThis as unknown as EventTarget,
  } = options
  const subscribers = new Set<() => void>()
  const changed = () => {
    for (const listener of subscribers) listener()
  }
  const calls: WalletCall[] = []
  const state = createBitcoinState(
    options,
    createMemory(`bip122:${name}`, options.storage ?? options.remember ?? false),
    changed,
  )
  const refusals = {
    rejected: () => new WalletRpcError(4001, 'User rejected the request.'),
    busy: () => new WalletRpcError(-32002, 'Request already pending.'),
  }
  const approvals = createApprovals(options.policy, refusals, changed)
  const requests = createRequestHandler({ state, approvals, quirks, calls, changed })

  const show: Readonly<Record<BitcoinProtocol, () => () => void>> = {
    'sats-connect'() {
      const path = options.path ?? `${name.replace(/\W/g, '')}Provider`
      return listProvider(target, path, createSatsProvider(state, requests, quirks), {
        name,
        icon,
        times: quirks.registersTwice ? 2 : 1,
        ...(quirks.namesMethods && {
          methods: satsMethods.filter(method => !quirks.lacks?.includes(method)),
        }),
      })
    },
    leather: () =>
      listProvider(target, 'LeatherProvider', createLeatherProvider(state, requests, quirks), {
        name,
        icon,
        times: 1,
      }),
    unisat: () => place(target, 'unisat', createUnisatProvider(state, requests)),
    bitget: () => place(target, 'bitkeep.unisat', createUnisatProvider(state, requests)),
    okx() {
      const placed = ([path, network]: readonly [string, BitcoinNetworkName]) =>
        place(target, path, createOkxProvider(state, requests, network))
      const all = (
        [
          ['okxwallet.bitcoin', 'Mainnet'],
          ['okxwallet.bitcoinTestnet', 'Testnet'],
          ['okxwallet.bitcoinSignet', 'Signet'],
        ] as const
      ).map(placed)
      return () => all.forEach(undo => void undo())
    },
    phantom: () => place(target, 'phantom.bitcoin', createPhantomProvider(state, requests)),
    'wallet-standard': () =>
      registerStandardWallet(target, createStandardWallet(name, icon, state, requests)),
  }
  const presence = createPresence(announce, () => {
    const shown = speaks.map(protocol => show[protocol]())
    return () => shown.forEach(undo => void undo())
  })

  return {
    name,
    namespace: 'bip122',
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
      return state.addresses
    },
    get network() {
      return state.network
    },
    get listeners() {
      return state.listeners
    },
    announce: presence.appear,
    lock: state.lock,
    unlock: state.unlock,
    switchAccount: state.switchAccount,
    setAccounts: state.setAccounts,
    switchNetwork: state.switchNetwork,
    disconnect() {
      if (!state.isConnected) return
      state.forget()
      for (const event of ['disconnect', 'accountsChanged', 'change'])
        state.emit(event, ...state.payloadOf(event))
    },
    vanish() {
      state.leave()
      presence.vanish()
    },
    emit: state.emit,
    burst(event, times) {
      for (let sent = 0; sent < times; sent++) state.emit(event, ...state.payloadOf(event))
    },
    subscribe(listener) {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
  }
}

type Place = Record<string, unknown>

/**
 * Puts an object on the window, at a path of names joined by dots. Answers the way to take it back.
 */
function place(target: EventTarget, path: string, provider: object): () => void {
  const names = path.split('.')
  const last = names.pop() as string
  let holder = target as unknown as Place
  for (const name of names) {
    holder[name] ??= {}
    holder = holder[name] as Place
  }
  holder[last] = provider
  return () => {
    if (holder[last] === provider) delete holder[last]
  }
}

/**
 * Puts a provider on the window, and a word about it into `btc_providers`, where wallets only ever
 * push.
 */
function listProvider(
  target: EventTarget,
  path: string,
  provider: object,
  {
    times,
    ...info
  }: {
    readonly name: string
    readonly icon: string
    readonly times: number
    readonly methods?: readonly string[]
  },
): () => void {
  const page = target as unknown as { btc_providers?: unknown[] }
  const takeBack = place(target, path, provider)
  page.btc_providers ??= []
  const entry = { id: path, ...info }
  for (let time = 0; time < times; time++) page.btc_providers.push(entry)
  return () => {
    takeBack()
    page.btc_providers = page.btc_providers?.filter(one => one !== entry) ?? []
  }
}
