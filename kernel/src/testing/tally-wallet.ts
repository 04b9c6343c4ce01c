/** Scripted wallets of Tally, and its sessions with wallets on other devices. */
import type { ReportedAccount } from '../contracts/account/index.js'
import type { RemoteSession } from '../contracts/capabilities/index.js'
import { type NetworkId, namespaceOf, networkId } from '../contracts/chain/index.js'
import type {
  Connector,
  ConnectRequest,
  WalletReport,
  WalletSession,
} from '../contracts/connector-kit/index.js'
import type { Dispose } from '../refs.js'
import type { WalletLie } from './chain-rig.js'
import { TestingError } from './errors.js'

/** One transfer in the ledger. */
export interface TallyEntry {
  readonly from: string
  readonly to: string
  readonly marks: bigint
}

/** What Tally's capabilities need of a wallet. */
export interface TallyPort {
  switch(network: NetworkId, signal: AbortSignal): Promise<void>
  sign(address: string, text: string, signal: AbortSignal): Promise<string>
  /** `write` adds an entry to the ledger and returns its hash. */
  send(
    entry: TallyEntry,
    write: (entry: TallyEntry) => string,
    signal: AbortSignal,
  ): Promise<unknown>
}
export type TallyRequest = 'connect' | 'switch' | 'sign' | 'send'

export const signatureOf = (address: string, text: string) => `${address} wrote ${text}`
const accountsOf = (
  namespace: string,
  addresses: readonly string[],
  type: ReportedAccount['type'] = 'eoa',
): readonly ReportedAccount[] => addresses.map(address => ({ namespace, address, type }))

/**
 * How a scripted wallet responds to the next request. `hang` never responds; `ask` waits for
 * `approve()` or `decline()`.
 */
export type TallyPolicy = 'approve' | 'decline' | 'hang' | 'ask' | 'nonsense'

/** How a scripted wallet misbehaves on an approved send. */
export interface TallyMisdeed {
  /** Returns what it writes instead of the request; undefined: nothing. Default: the request. */
  readonly writes?: (entry: TallyEntry) => TallyEntry | undefined
  /** Returns its response instead of the hash; may throw, or never resolve. */
  readonly answers?: (hash: string | undefined) => unknown
  /** It disconnects before it responds. */
  readonly disconnectsByWallet?: boolean
}

/** A scripted wallet and its remote control. Can serve several namespaces at once. */
export interface TallyWallet {
  readonly name: string
  policy: TallyPolicy
  /** Every request that reached the wallet. */
  readonly requests: readonly TallyRequest[]
  /** Listeners of wallet sessions; a test expects none after dispose. */
  readonly listeners: number
  /** How often a page has told the wallet that it disconnects. */
  readonly disconnects: number
  /** Approves requests that `ask` left pending. */
  approve(): void
  decline(): void
  /** Empty: locked. */
  setAccounts(accounts: readonly string[]): void
  setNetwork(network: NetworkId): void
  /** Disconnects the page from the wallet's side, and forgets it. */
  disconnectByWallet(): void
  /** Forgets this page, so that restore finds nothing. */
  forget(): void
  /** A false report of its accounts. Its connectors must reject it. */
  lie: WalletLie | undefined
  /** Applies to every approved send. */
  misdeed: TallyMisdeed | undefined
  /** The next disconnect fails with this error. */
  failDisconnect(error: unknown): void
  /** Its sessions unsubscribe from the wallet when `life` ends. */
  connector(namespace: string, network: NetworkId, life: AbortSignal): Connector
}

export interface TallyWalletOptions {
  readonly name?: string
  readonly rdns?: string
  readonly accounts?: readonly string[]
  /** Of all its accounts. Default `eoa`. */
  readonly type?: ReportedAccount['type']
  readonly policy?: TallyPolicy
  /** The wallet approved this page before, so restore finds it. */
  readonly remembers?: boolean
  readonly overlaysPage?: boolean
  /** One approval covers all chains that it serves. */
  readonly approvesAll?: boolean
}

export function tallyWallet(options: TallyWalletOptions = {}): TallyWallet {
  const name = options.name ?? 'Tally Wallet'
  const rdns = options.rdns ?? `org.tally.${name.toLowerCase().replace(/[^a-z]+/g, '-')}`
  const requests: TallyRequest[] = []
  const listeners = new Set<(disconnectedByWallet: boolean) => void>()
  const waiting = new Set<{ resolve(): void; reject(error: unknown): void }>()
  let accounts = options.accounts ?? ['t_ada']
  let known = options.remembers ?? false
  let broken: { readonly error: unknown } | undefined
  let at: NetworkId | undefined
  let disconnects = 0
  const declined = () =>
    Object.assign(new TestingError('DECLINED', 'The person said no.'), { code: 4001 })
  const claimed = (namespace: string): readonly ReportedAccount[] => {
    if (wallet.lie === 'no-accounts') return []
    if (wallet.lie === 'malformed') return accountsOf(namespace, ['ada'])
    return accountsOf(
      wallet.lie === 'other-network' ? 'elsewhere' : namespace,
      accounts,
      options.type,
    )
  }
  const tell = (disconnectedByWallet = false) => {
    for (const listener of [...listeners]) listener(disconnectedByWallet)
  }

  const ask = (what: TallyRequest, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted()
      requests.push(what)
      const place = { resolve, reject }
      const leave = () => {
        waiting.delete(place)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const settle = (finish: () => void) => () => {
        signal.removeEventListener('abort', leave)
        waiting.delete(place)
        finish()
      }
      place.resolve = settle(resolve)
      place.reject = error => settle(() => reject(error))()
      if (wallet.policy === 'approve' || wallet.policy === 'nonsense') place.resolve()
      else if (wallet.policy === 'decline') place.reject(declined())
      else waiting.add(place)
    })

  const wallet: TallyWallet = {
    name,
    policy: options.policy ?? 'approve',
    requests,
    lie: undefined,
    misdeed: undefined,
    get listeners() {
      return listeners.size
    },
    get disconnects() {
      return disconnects
    },
    approve: () => [...waiting].forEach(place => void place.resolve()),
    decline: () => [...waiting].forEach(place => void place.reject(declined())),
    setAccounts(next) {
      accounts = next
      tell()
    },
    setNetwork(next) {
      at = next
      tell()
    },
    disconnectByWallet() {
      known = false
      tell(true)
    },
    forget() {
      known = false
    },
    failDisconnect(error) {
      broken = { error }
    },
    connector(namespace, network, life) {
      const report = (): WalletReport =>
        wallet.policy === 'nonsense'
          ? (null as unknown as WalletReport)
          : {
              accounts: claimed(namespace),
              network: at && namespaceOf(at) === namespace ? at : network,
            }
      const handle: TallyPort = {
        async switch(next, signal) {
          await ask('switch', signal)
          at = next
          tell()
        },
        async sign(address, text, signal) {
          await ask('sign', signal)
          return signatureOf(address, text)
        },
        async send(entry, write, signal) {
          await ask('send', signal)
          const { writes, answers, disconnectsByWallet }: TallyMisdeed = wallet.misdeed ?? {}
          const written = writes ? writes(entry) : entry
          const hash = written && write(written)
          if (disconnectsByWallet) wallet.disconnectByWallet()
          return answers ? answers(hash) : hash
        },
      }
      const walletSession = (): WalletSession => {
        const own = new Set<(disconnectedByWallet: boolean) => void>()
        const letGo = () => own.forEach(hear => void listeners.delete(hear))
        life.addEventListener('abort', letGo, { once: true })
        return {
          handle,
          report: report(),
          watch(listener) {
            const hear = (disconnectedByWallet: boolean) =>
              listener(disconnectedByWallet ? undefined : report())
            own.add(hear)
            listeners.add(hear)
            return () => void listeners.delete(hear)
          },
          async disconnect() {
            known = false
            disconnects++
            letGo()
            life.removeEventListener('abort', letGo)
            if (!broken) return
            const { error } = broken
            broken = undefined
            throw error
          },
        }
      }
      return {
        id: `${namespace}:${rdns}`,
        name,
        type: 'ANNOUNCED',
        namespace,
        info: { rdns },
        ...(options.overlaysPage && { overlaysPage: true }),
        ...(options.approvesAll && { approval: wallet }),
        async connect(request: ConnectRequest, signal) {
          await ask('connect', signal)
          const { report } = walletSession()
          const isTrue = (account: ReportedAccount) =>
            account.namespace === namespace && account.address.startsWith('t_')
          if (wallet.policy !== 'nonsense' && !report.accounts.every(isTrue))
            throw new TestingError('NONSENSE', 'No page can use such an account.')
          if (request.network) at = request.network
          known = true
          return walletSession()
        },
        async restore(_request, signal) {
          if (wallet.policy === 'hang') await ask('connect', signal)
          return known ? walletSession() : undefined
        },
      }
    },
  }
  return wallet
}

/** Opens a remote session with the same handle as an injected wallet's. */
export function remoteSession(
  session: RemoteSession,
  namespace: string,
  signal: AbortSignal,
): WalletSession {
  signal.throwIfAborted()
  const wanted = session.approved.find(one => one === session.network)
  let network = wanted ?? session.approved[0] ?? networkId(namespace, 'main')
  const stops = new Set<Dispose>()
  // Wallets list an account once per network.
  const granted = () => [...new Set(session.accounts.map(account => account.split(':')[2] ?? ''))]
  let addresses = granted()
  const report = (): WalletReport => ({
    accounts: accountsOf(namespace, addresses),
    network,
    approved: session.approved,
  })
  const handle: TallyPort = {
    async switch(next) {
      network = next
    },
    sign: async (address, text, signing) =>
      String(await session.request('tally_sign', { address, text }, network, signing)),
    async send(entry, write, asking) {
      await session.request('tally_send', {}, network, asking)
      return write(entry)
    },
  }
  return {
    handle,
    report: report(),
    watch(listener): Dispose {
      const stop = session.watch(event => {
        if (event.name === 'closed') return listener(undefined)
        if (event.name === 'sessionUpdated') addresses = granted()
        if (event.name === 'accountsChanged' && Array.isArray(event.data))
          addresses = event.data.map(String)
        if (event.name === 'chainChanged' && event.network) network = event.network
        listener(report())
      })
      stops.add(stop)
      return stop
    },
    async disconnect(ending) {
      for (const stop of stops) stop()
      await session.close(ending)
    },
  }
}
