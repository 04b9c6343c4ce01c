/** What a chain plugin owes, one check each. They run in a suite, in the conformance table, and against plugins broken on purpose. */
import { expect } from 'vitest'
import {
  type Account,
  AddressError,
  addresses,
  balances,
  type Connection,
  type Connector,
  chains,
  connectionId,
  connectors,
  discoveries,
  messages,
  type NetworkId,
  namespaceOf,
  networks,
  remoteSessions,
  transactions,
  transfers,
  type WalletLine,
  type WalletReport,
  walletProblem,
} from '../contracts/index.js'
import { createKernel, type Kernel } from '../kernel.js'
import type { Plugin } from '../plugin.js'

/** A wallet under remote control. `tallyWallet` is one; a chain's own mock wallet is easily made one. */
export interface WalletRig {
  /** How the next requests are answered. */
  policy: 'approve' | 'decline' | 'hang'
  /** How many requests a person would have seen. */
  readonly prompts: number
  /** Listeners that pages hold on it. */
  readonly listeners: number
  /** What the wallet shows a page that it approved, the selected one first. */
  addresses?(): readonly string[]
  /**
   * From now on a connect is answered with this lie, or with the truth again. False: this wallet cannot tell it.
   */
  lie?(lie: WalletLie | undefined): boolean
  /** Makes another account the selected one, and says so. Answers its address. */
  switchAccount?(): Promise<string> | string
  /** The wallet hangs up on the page. */
  hangUp?(): Promise<void> | void
  dispose?(): Promise<void> | void
}
/** What a wallet may claim when a page asks to connect. */
export type WalletLie = 'no-accounts' | 'malformed' | 'other-network'

export interface ChainRig {
  /** A fresh plugin, wired to the rig's wallet and ledger. */
  plugin(): Plugin
  readonly namespace: string
  readonly network: NetworkId
  /** Another network of the plugin, for switching. */
  readonly otherNetwork?: NetworkId
  readonly addresses: { readonly good: readonly string[]; readonly bad: readonly string[] }
  /** Absent: the chain has no wallet to connect yet, and what needs one is unsupported. */
  readonly wallet?: WalletRig
  /** An amount of the native coin that the wallet's account can send, and to whom. */
  readonly transfer?: { readonly to: string; readonly amount: bigint }
}

/** Rigs over one world of ledgers that is started once: a fresh one for each check. */
export interface ChainRigs {
  next(): ChainRig | Promise<ChainRig>
  stop(): Promise<void> | void
}

export type CheckResult = 'pass' | 'unsupported'
export interface ChainCheck {
  readonly name: string
  run(rig: ChainRig): Promise<CheckResult>
}

interface Bench {
  readonly rig: ChainRig
  readonly kernel: Kernel
  readonly wallet: WalletRig
  readonly connector: Connector
  connect(): Promise<{ readonly line: WalletLine; readonly via: Connection; readonly from: Account }>
}

const never = () => new AbortController().signal
const check = (name: string, run: (bench: Omit<Bench, 'wallet' | 'connector' | 'connect'>) => Promise<CheckResult | undefined>): ChainCheck => ({
  name,
  async run(rig) {
    const kernel = createKernel({
      plugins: [rig.plugin()],
      onError: error => {
        throw error
      },
    })
    try {
      return (await run({ rig, kernel })) ?? 'pass'
    } finally {
      kernel.dispose()
    }
  },
})
/** A check that needs a wallet: started, and with the connector found. */
const walletCheck = (name: string, run: (bench: Bench) => Promise<CheckResult | undefined>): ChainCheck =>
  check(name, async ({ rig, kernel }) => {
    const { wallet } = rig
    if (!wallet) return 'unsupported'
    wallet.policy = 'approve'
    await kernel.start()
    await Promise.all(kernel.items(discoveries).map(one => one.start()))
    const connector = await found(kernel, rig.namespace)
    return run({
      rig,
      kernel,
      wallet,
      connector,
      async connect() {
        const line = await connector.connect({ network: rig.network }, never())
        return { line, ...viewOf(line, connector) }
      },
    })
  })

/** Wallets announce when they like; a second is plenty for one on the same page. */
async function found(kernel: Kernel, namespace: string): Promise<Connector> {
  const here = () => kernel.items(connectors).find(connector => connector.chain === namespace)
  await expect.poll(here, { timeout: 1_000, message: `no connector of "${namespace}" appeared` }).toBeDefined()
  return here() as Connector
}
function viewOf(line: WalletLine, connector: Connector): { via: Connection; from: Account } {
  const id = connectionId(connector.chain, connector.id)
  const accounts = line.report.accounts.map(account => ({ ...account, connection: id }))
  const { port, supports } = line
  const via: Connection = {
    id,
    namespace: connector.chain,
    connector: connector.id,
    port,
    accounts,
    network: line.report.network,
    ...(supports && { supports }),
  }
  return { via, from: accounts[0] as Account }
}
const soundReport = (report: WalletReport, namespace: string) => {
  expect(report.accounts.length, 'a connected wallet reports an account').toBeGreaterThan(0)
  for (const account of report.accounts)
    expect(account, 'every account is of the namespace and has an address and a type').toMatchObject({
      namespace,
      address: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
    })
  expect(namespaceOf(report.network), 'the reported network is of the namespace').toBe(namespace)
}
const settlesAfterAbort = async (start: (signal: AbortSignal) => Promise<unknown>) => {
  const controller = new AbortController()
  const asked = start(controller.signal)
  asked.catch(() => undefined)
  setTimeout(() => controller.abort(), 20)
  const late = Symbol('still waiting')
  const outcome = await Promise.race([asked.catch(() => 'rejected'), new Promise(resolve => setTimeout(resolve, 1_000, late))])
  expect(outcome, 'an aborted call rejects at once').toBe('rejected')
}
const declines = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    thrown => thrown ?? 'nothing',
  )
  expect(error, 'a declined call throws').toBeDefined()
  expect(walletProblem(error).kind, 'what a declined call throws says that the person declined').toBe('declined')
}

/** In the order in which a person meets them. */
export const chainChecks: readonly ChainCheck[] = [
  check('stands in a kernel that has no window, and says who it is', async ({ rig, kernel }) => {
    const own = kernel.items(chains)
    expect(
      own.map(chain => chain.id),
      'contributes itself to the chains, once',
    ).toEqual([rig.namespace])
    for (const network of own[0]?.networks ?? []) {
      expect(network, 'a network names its namespace and its CAIP-2 id').toMatchObject({
        chainNamespace: rig.namespace,
        caipNetworkId: `${rig.namespace}:${network.id}`,
      })
    }
    expect(own[0]?.networks.some(network => network.caipNetworkId === rig.network)).toBe(true)
    return undefined
  }),
  check('offers nothing outside its namespace', async ({ rig, kernel }) => {
    for (const { place } of kernel.inspect().shelf) {
      const [kind, capability, scope = ''] = place.split(' ')
      if (kind === 'capability') expect(namespaceOf(scope), `${capability} is offered at ${scope}`).toBe(rig.namespace)
    }
    return undefined
  }),
  check('offers what every chain owes: addresses, networks, messages, transactions, remote sessions', async ({ rig, kernel }) => {
    for (const ref of [addresses, networks, messages, transactions, remoteSessions])
      expect(kernel.capability<unknown>(ref as never, rig.network), ref.id).toBeDefined()
    return undefined
  }),
  check('reads good addresses, to one canonical text each', async ({ rig, kernel }) => {
    const offer = kernel.capability(addresses, rig.network)
    for (const text of rig.addresses.good) {
      expect(offer?.looksLike(text), `${text} looks like an address`).toBe(true)
      const parsed = await offer?.parse(text, rig.network, never())
      expect(parsed?.address).toBeTruthy()
      expect((await offer?.parse(parsed?.address ?? '', rig.network, never()))?.address, 'reading the canonical text again changes nothing').toBe(
        parsed?.address,
      )
      expect(offer?.shorten(text).length).toBeLessThanOrEqual(text.length)
    }
    return undefined
  }),
  check('refuses bad addresses with a sentence', async ({ rig, kernel }) => {
    const offer = kernel.capability(addresses, rig.network)
    for (const text of rig.addresses.bad) await expect(offer?.parse(text, rig.network, never()), `"${text}"`).rejects.toBeInstanceOf(AddressError)
    return undefined
  }),
  check('asks remote wallets for networks of its own namespace', async ({ rig, kernel }) => {
    const scope = await kernel.capability(remoteSessions, rig.network)?.scope()
    expect(scope?.networks.length).toBeGreaterThan(0)
    for (const network of scope?.networks ?? []) expect(namespaceOf(network)).toBe(rig.namespace)
    return undefined
  }),
  walletCheck('lists its wallet while it is there', async ({ rig, connector }) => {
    expect(connector).toMatchObject({ chain: rig.namespace, id: expect.stringMatching(/./), name: expect.stringMatching(/./) })
    return undefined
  }),
  walletCheck('connects: an approval gives accounts and a network', async ({ rig, connect }) => {
    const { line } = await connect()
    soundReport(line.report, rig.namespace)
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('connects again after the person declined', async ({ wallet, connector, rig, connect }) => {
    wallet.policy = 'decline'
    await declines(connector.connect({ network: rig.network }, never()))
    wallet.policy = 'approve'
    const { line } = await connect()
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('gives up a connect that nobody waits for any more', async ({ wallet, connector, rig }) => {
    const before = wallet.listeners
    wallet.policy = 'hang'
    await settlesAfterAbort(signal => connector.connect({ network: rig.network }, signal))
    expect(wallet.listeners, 'and leaves no listener at the wallet').toBe(before)
    return undefined
  }),
  walletCheck('reports another account whole', async ({ wallet, connect }) => {
    if (!wallet.switchAccount) return 'unsupported'
    const { line } = await connect()
    const reports: (WalletReport | undefined)[] = []
    const stop = line.watch(report => void reports.push(report))
    const address = await wallet.switchAccount()
    await expect.poll(() => reports.at(-1)?.accounts[0]?.address, { timeout: 2_000 }).toBe(address)
    stop()
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('says when the wallet hung up', async ({ wallet, connect }) => {
    if (!wallet.hangUp) return 'unsupported'
    const { line } = await connect()
    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    await wallet.hangUp()
    const gone = () => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0) === 0
    await expect.poll(gone, { timeout: 2_000, message: 'undefined, or a report without accounts' }).toBe(true)
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('switches the network', async ({ kernel, rig, connect }) => {
    const { otherNetwork } = rig
    if (!otherNetwork) return 'unsupported'
    const { line, via } = await connect()
    const reports: (WalletReport | undefined)[] = []
    const stop = line.watch(report => void reports.push(report))
    await kernel.capability(networks, otherNetwork)?.switch(via, otherNetwork, never())
    await expect.poll(() => reports.at(-1)?.network, { timeout: 3_000 }).toBe(otherNetwork)
    await kernel.capability(networks, rig.network)?.switch(via, rig.network, never())
    stop()
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('signs a text, and tells its own signature from any other', async ({ kernel, rig, connect }) => {
    const { line, via, from } = await connect()
    const offer = kernel.capability(messages, rig.network)
    const signed = await offer?.sign(via, from, 'Portico says hello, ünïcode and all', never())
    expect(signed).toMatchObject({ signature: expect.stringMatching(/./), scheme: expect.stringMatching(/./) })
    if (!signed) return undefined
    expect(await offer?.verify(from, 'Portico says hello, ünïcode and all', signed, never()), 'its own signature verifies').toBe(true)
    expect(await offer?.verify(from, 'Portico says farewell', signed, never()), 'that of another text does not').toBe(false)
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('passes on that the person declined to sign', async ({ kernel, wallet, rig, connect }) => {
    const { line, via, from } = await connect()
    wallet.policy = 'decline'
    await declines(kernel.capability(messages, rig.network)?.sign(via, from, 'no', never()) ?? Promise.resolve())
    wallet.policy = 'approve'
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('reads the native balance in base units', async ({ kernel, rig, connect }) => {
    const offer = kernel.capability(balances, rig.network)
    if (!offer || !rig.transfer) return 'unsupported'
    const { line, from } = await connect()
    const balance = await offer.native(from, rig.network, never())
    expect(balance.token).toMatchObject({ asset: 'native', network: rig.network })
    expect(typeof balance.amount).toBe('bigint')
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('drafts a transfer in a dialect that it can send itself', async ({ kernel, rig, connect }) => {
    const offer = kernel.capability(transfers, rig.network)
    if (!offer || !rig.transfer) return 'unsupported'
    const { line, via, from } = await connect()
    const sender = kernel.capability(transactions, rig.network)
    const prepared = await offer.prepare({ from, network: rig.network, asset: 'native', ...rig.transfer }, never())
    expect(sender?.dialects, 'the draft is in a dialect of its own sender').toContain(prepared.draft.dialect)
    expect(prepared.draft.network).toBe(rig.network)
    expect(prepared.amount).toBe(rig.transfer.amount)
    const fee = await sender?.estimate(via, from, prepared.draft, never())
    expect(fee?.kind).toMatch(/^(native|sponsored)$/)
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('sends what it drafted, once, and passes on a decline', async ({ kernel, wallet, rig, connect }) => {
    const offer = kernel.capability(transfers, rig.network)
    const sender = kernel.capability(transactions, rig.network)
    if (!offer || !sender || !rig.transfer) return 'unsupported'
    const { line, via, from } = await connect()
    const { draft } = await offer.prepare({ from, network: rig.network, asset: 'native', ...rig.transfer }, never())
    wallet.policy = 'decline'
    await declines(sender.send(via, from, draft, never()))
    wallet.policy = 'approve'
    const prompts = wallet.prompts
    const { hash } = await sender.send(via, from, draft, never())
    expect(hash).toBeTruthy()
    expect(wallet.prompts - prompts, 'the person is asked once').toBe(1)
    if (sender.confirm) expect((await sender.confirm(hash, rig.network, never())).status).toBe('confirmed')
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('restores without asking anybody', async ({ wallet, connector, rig, connect }) => {
    await connect()
    const prompts = wallet.prompts
    const restored = await connector.restore({ network: rig.network }, never())
    expect(wallet.prompts, 'no prompt').toBe(prompts)
    expect(restored, 'an approved page is taken up again').toBeDefined()
    if (restored) soundReport(restored.report, rig.namespace)
    await restored?.disconnect(never())
    return undefined
  }),
  walletCheck('lets go of its wallet when nobody watches any more', async ({ wallet, connect }) => {
    const before = wallet.listeners
    const { line } = await connect()
    const stops = [line.watch(() => undefined), line.watch(() => undefined)]
    for (const stop of stops) stop()
    expect(wallet.listeners, 'no listener stays behind').toBe(before)
    await line.disconnect(never())
    return undefined
  }),
  walletCheck('disconnects, and is forgotten by lines that are over', async ({ wallet, connect }) => {
    const before = wallet.listeners
    const { line } = await connect()
    line.watch(() => undefined)
    await line.disconnect(never())
    expect(wallet.listeners, 'no listener stays behind').toBe(before)
    return undefined
  }),
  walletCheck('leaves no listener, offer or connector behind when it is disposed', async ({ kernel, wallet, rig, connect }) => {
    const { line } = await connect()
    line.watch(() => undefined)
    kernel.dispose()
    await expect.poll(() => wallet.listeners, { timeout: 1_000, message: 'listeners at the wallet' }).toBe(0)
    expect(kernel.capability(addresses, rig.network), 'offers').toBeUndefined()
    expect(kernel.items(connectors), 'connectors').toEqual([])
    return undefined
  }),
]
