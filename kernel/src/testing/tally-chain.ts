/**
 * Tally: an invented chain. Accounts are `t_` and a name, the coin is a whole mark, a signature is
 * text that names writer and content. Features are tested on it, because what works here knows no
 * real chain.
 */
import type { Account, ReportedAccount } from '../contracts/account/index.js'
import {
  addressesCapability,
  type Balance,
  balancesCapability,
  messagesCapability,
  networksCapability,
  type RemoteSession,
  remoteSessionsCapability,
  transactionsCapability,
  transfersCapability,
} from '../contracts/capabilities/index.js'
import {
  AddressError,
  type Chain,
  ChainError,
  chainsSlot,
  type Dialect,
  defineDialect,
  type Network,
  type NetworkId,
  namespaceOf,
  networkId,
  TransferError,
} from '../contracts/chain/index.js'
import {
  type Connector,
  type ConnectRequest,
  connectorsSlot,
  type WalletReport,
  type WalletSession,
} from '../contracts/connector-kit/index.js'
import { message } from '../contracts/text/index.js'
import { askToSend } from '../contracts/wallet/index.js'
import { definePlugin, type Plugin } from '../plugin.js'
import type { Dispose } from '../refs.js'
import type { WalletLie } from './chain-rig.js'
import { TestingError } from './errors.js'

/** One transfer in the ledger. */
export interface TallyEntry {
  readonly from: string
  readonly to: string
  readonly marks: bigint
}
export interface TallyTransfer {
  readonly to: string
  readonly marks: bigint
}
export const tallyTransfer = (namespace = 'tally'): Dialect<TallyTransfer> =>
  defineDialect(`${namespace}/transfer`)

export interface TallyOptions {
  /** Another namespace makes another chain of the same kind, so several clones can coexist. */
  readonly namespace?: string
  readonly networks?: Chain['networks']
  /** Receives all transfers. Every account starts with 100 marks. */
  readonly ledger?: TallyEntry[]
  readonly wallets?: readonly TallyWallet[]
}

export const tallyNetwork = (reference = 'main', namespace = 'tally'): Network => ({
  id: reference,
  chainNamespace: namespace,
  caipNetworkId: networkId(namespace, reference),
  name: `Tally ${reference}`,
  nativeCurrency: { name: 'Mark', symbol: 'MRK', decimals: 0 },
  rpcUrls: [],
})

const tenure = 100n
const fee = 1n
const wellFormed = /^t_[a-z]{1,24}$/

/** The complete chain plugin, with every capability that a chain can offer by itself. */
export function tally(options: TallyOptions = {}): Plugin {
  const namespace = options.namespace ?? 'tally'
  const ledger = options.ledger ?? []
  const list: Chain['networks'] = options.networks ?? [
    tallyNetwork('main', namespace),
    tallyNetwork('side', namespace),
  ]
  const dialect = tallyTransfer(namespace)
  const owned = (address: string) =>
    ledger.reduce(
      (sum, entry) =>
        sum +
        (entry.to === address ? entry.marks : 0n) -
        (entry.from === address ? entry.marks + fee : 0n),
      tenure,
    )
  const wallet = (handle: unknown): TallyPort => handle as TallyPort
  const nativeOf = (network: NetworkId) =>
    (list.find(one => one.caipNetworkId === network) ?? list[0]).nativeCurrency
  const hashOf = (network: NetworkId, entries: number) => `${network}#${entries}`

  return definePlugin({
    id: `chain/${namespace}`,
    setup(context) {
      context.contribute(chainsSlot, { id: namespace, name: 'Tally', networks: list })
      for (const scripted of options.wallets ?? [])
        context.contribute(
          connectorsSlot,
          scripted.connector(namespace, list[0].caipNetworkId, context.signal),
        )

      context.offer(addressesCapability, namespace, {
        looksLike: text => text.startsWith('t_'),
        async parse(text) {
          if (!wellFormed.test(text)) throw new AddressError('ADDRESS_MALFORMED')
          return { address: text, kind: 'account' }
        },
        shorten: address => address,
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'eoa',
        switch: (via, network, signal) => wallet(via.handle).switch(network, signal),
      })
      context.offer(balancesCapability, namespace, {
        async native(account, network): Promise<Balance> {
          return {
            token: { asset: 'native', network, ...nativeOf(network) },
            amount: owned(account.address),
          }
        },
      })
      context.offer(messagesCapability, namespace, {
        sign: async (via, from, text, signal) => ({
          signature: await wallet(via.handle).sign(from.address, text, signal),
          scheme: 'tally',
        }),
        verify: async (from, text, signed) => signed.signature === signatureOf(from.address, text),
      })
      context.offer(transfersCapability, namespace, {
        async prepare({ from, to, network, asset, amount, decimals }) {
          if (asset !== 'native')
            throw new TransferError(
              'TRANSFER_ASSET',
              message('tally.asset', 'Tally knows marks only.'),
            )
          if (decimals !== nativeOf(network).decimals)
            throw new TransferError(
              'TRANSFER_ASSET',
              message('tally.decimals', 'Marks are counted in other units than the ones shown.'),
            )
          if (!wellFormed.test(to)) throw new AddressError('ADDRESS_MALFORMED')
          const most = owned(from.address) - fee
          const marks = amount === 'max' ? most : amount
          if (marks > most)
            throw new TransferError(
              'TRANSFER_FUNDS',
              message('tally.funds', 'You have {most} MRK to send.', { most: String(most) }),
            )
          return {
            draft: dialect.draft(network, { to, marks }),
            fee: { kind: 'native', amount: fee },
            amount: marks,
          }
        },
      })
      context.offer(transactionsCapability, namespace, {
        dialects: [dialect.id],
        estimate: async () => ({ kind: 'native', amount: fee }),
        async send(via, from, draft, signal) {
          const body = dialect.read(draft)
          if (!body)
            throw new TestingError('DIALECT', `Tally cannot read a draft in "${draft.dialect}".`)
          const write = (entry: TallyEntry) => hashOf(draft.network, ledger.push(entry))
          const hash = await askToSend(
            () => wallet(via.handle).send({ from: from.address, ...body }, write, signal),
            readHash,
          )
          return { hash }
        },
        async describe(from, drafts) {
          const [draft] = drafts
          const body = draft && drafts.length === 1 ? dialect.read(draft) : undefined
          if (!body) throw new ChainError('WALLET_UNSUPPORTED')
          return JSON.stringify({
            from: from.address,
            to: body.to,
            marks: String(body.marks),
            since: ledger.length,
          } satisfies Described)
        },
        async find(network, description, _signal, known = []) {
          const wanted = readDescribed(description)
          const own = ledger.slice(wanted.since).flatMap((entry, at) => {
            const hash = hashOf(network, wanted.since + at + 1)
            return entry.from === wanted.from && !known.includes(hash) ? [{ entry, hash }] : []
          })
          const found = own.find(({ entry }) => isAsDescribed(entry, wanted))
          if (found) return { status: 'found', hash: found.hash }
          // The sender's next transfer was another one, so this one can no longer be written.
          return { status: own.length ? 'impossible' : 'open' }
        },
        async compare(hash, _network, description) {
          const wanted = readDescribed(description)
          const entry = ledger[Number(hash.split('#')[1]) - 1]
          if (!entry) return { status: 'absent' }
          if (isAsDescribed(entry, wanted)) return { status: 'same' }
          const { from, to, marks } = entry
          if (from === wanted.from && to === from && marks === 0n)
            return { status: 'different', isCancel: true }
          return {
            status: 'different',
            ...(from !== wanted.from && { from }),
            ...(to !== wanted.to && { to }),
            ...(String(marks) !== wanted.marks && { amount: marks }),
          }
        },
        confirm: async hash => ({
          status: Number(hash.split('#')[1]) <= ledger.length ? 'confirmed' : 'expired',
        }),
      })
      context.offer(remoteSessionsCapability, namespace, {
        scope: async () => ({
          networks: list.map(network => network.caipNetworkId),
          methods: ['tally_sign', 'tally_send'],
          events: ['accountsChanged', 'chainChanged'],
        }),
        open: async (session, signal) => remoteLine(session, namespace, signal),
      })
    },
  })
}

interface Described {
  readonly from: string
  readonly to: string
  readonly marks: string
  /** The number of transfers in the ledger. */
  readonly since: number
}
function readDescribed(description: string): Described {
  try {
    const found = JSON.parse(description) as Described
    if (
      [found.from, found.to, found.marks].every(text => typeof text === 'string') &&
      Number.isInteger(found.since)
    )
      return found
  } catch {
    // Reported below.
  }
  throw new ChainError('CHAIN_ANSWER')
}
const isAsDescribed = ({ from, to, marks }: TallyEntry, wanted: Described): boolean =>
  from === wanted.from && to === wanted.to && String(marks) === wanted.marks
const readHash = (answer: unknown) =>
  typeof answer === 'string' && answer.includes('#') ? answer : undefined

/** What Tally's capabilities need of a wallet. */
interface TallyPort {
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

const signatureOf = (address: string, text: string) => `${address} wrote ${text}`
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
        chain: namespace,
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
function remoteLine(session: RemoteSession, namespace: string, signal: AbortSignal): WalletSession {
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

/** An account of a tally wallet, for tests that need one without connecting. */
export const tallyAccount = (
  address: string,
  connection: Account['connection'] = 'tally/tally:org.tally.tally-wallet',
): Account => ({
  namespace: 'tally',
  address,
  type: 'eoa',
  connection,
})
