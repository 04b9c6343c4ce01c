/** The environment of a check: a kernel with the plugin, and a connected wallet where needed. */
import { expect } from 'vitest'
import type { Account } from '../contracts/account/index.js'
import { ChainError, type NetworkId, namespaceOf } from '../contracts/chain/index.js'
import {
  type Connection,
  type Connector,
  connectorsSlot,
  discoveriesSlot,
  type WalletReport,
  type WalletSession,
} from '../contracts/connector-kit/index.js'
import { whyUnlisted } from '../contracts/connector-kit/unlisted-wallet.js'
import { walletProblem } from '../contracts/wallet/index.js'
import { createKernel, type Kernel } from '../kernel.js'
import type { CapabilityRef } from '../refs.js'
import type { ChainCheck, ChainRig, CheckResult, OptionalRequest, WalletRig } from './chain-rig.js'
import { connectionOf } from './connection-of.js'
import { TestingError } from './errors.js'

export interface Bench {
  readonly rig: ChainRig
  readonly kernel: Kernel
  /** What the plugin has reported so far. */
  readonly reported: readonly unknown[]
  /** The plugin's capability at a network, by default the rig's. Its calls have a timeout. */
  offered<Offer extends object>(ref: CapabilityRef<Offer>, network?: NetworkId): Offer | undefined
}
export interface Connected {
  readonly walletSession: WalletSession
  readonly via: Connection
  readonly from: Account
}
export interface WalletBench extends Bench {
  readonly wallet: WalletRig
  readonly connector: Connector
  /** The connectors of the chain now. */
  listed(): readonly Connector[]
  connect(): Promise<Connected>
  /** Connects, and disconnects when the work is done. */
  connected<Result>(work: (connected: Connected) => Promise<Result>): Promise<Result>
}

/** The plugin does not offer what the check is about. */
export const notOffered = (what: string): CheckResult => `not offered: ${what}`
/** The plugin may offer it, and the rig cannot show whether it works. */
export const notChecked = (why: string): CheckResult => `not checked: ${why}`
/** The rig's wallet lacks an optional member. */
export const lacking = ({ inapplicable }: WalletRig, member: OptionalRequest): CheckResult => {
  const why = inapplicable?.[member]
  return why ? `not applicable: ${why}` : notChecked(`the rig has no \`${member}\``)
}

export const never = (): AbortSignal => new AbortController().signal

/**
 * Longer than the ten seconds after which a chain gives up its nodes, so that its own error comes
 * first.
 */
const timeoutMs = 15_000

/** Reads a value until it is as expected; after this time the expectation fails. */
export async function eventually<Value>(
  read: () => Value | Promise<Value>,
  timeoutMs: number,
  expectValue: (value: Value) => void,
): Promise<void> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return expectValue(await read())
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

/** Rejects a value that does not resolve in time, and names it. */
export async function answerInTime<Answer>(what: string, answer: Answer): Promise<Awaited<Answer>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new TestingError('SILENT', `\`${what}\` did not answer in ${timeoutMs / 1_000} seconds.`),
        ),
      timeoutMs,
    )
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
/** Returns the same object, whose calls fail by name when they do not resolve in time. */
const timed = <Part extends object>(part: Part): Part =>
  new Proxy<Part>(Object.create(part), {
    get(_own, name) {
      const member: unknown = Reflect.get(part, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(member, part, args)
        return answer instanceof Promise ? answerInTime(String(name), answer) : answer
      }
    },
  })

/** Throws what a plugin reported, as the cause. */
export function expectQuiet(reported: readonly unknown[], when: string): void {
  const [cause] = reported
  if (!cause) return
  const said = cause instanceof Error ? cause.message : String(cause)
  throw Object.assign(new TestingError('PLUGIN_FAILED', `The plugin failed ${when}: ${said}`), {
    cause,
  })
}

/** A check of the plugin alone. Fails on anything that the plugin reports. */
export const check = (
  id: string,
  name: string,
  run: (bench: Bench) => Promise<CheckResult | undefined>,
): ChainCheck => ({
  id,
  name,
  async run(rig) {
    const reported: unknown[] = []
    const kernel = createKernel({
      plugins: [rig.plugin()],
      onError: error => void reported.push(error),
    })
    try {
      expectQuiet(reported, 'in setup')
      const offered: Bench['offered'] = (ref, network = rig.network) => {
        const offer = kernel.capability(ref, network)
        return offer && timed(offer)
      }
      const result = await run({ rig, kernel, offered, reported })
      expectQuiet(reported, 'while it was used')
      return result ?? 'pass'
    } finally {
      kernel.dispose()
    }
  },
})

/** A check with a wallet: started, and with its connector found. */
export const walletCheck = (
  id: string,
  name: string,
  run: (bench: WalletBench) => Promise<CheckResult | undefined>,
  needs: NonNullable<ChainCheck['needs']> = 'connection',
): ChainCheck => ({
  ...check(id, name, async bench => {
    const { rig, kernel } = bench
    const { wallet } = rig
    if (!wallet) return notChecked('the rig has no wallet')
    wallet.policy = 'approve'
    const connector = await discover(bench)
    const connect = async () =>
      linked(await connector.connect({ network: rig.network }, never()), connector)
    return run({
      ...bench,
      wallet,
      connector,
      connect,
      listed: () => connectorsOf(kernel, rig.namespace),
      async connected(work) {
        const made = await connect()
        const result = await work(made)
        await made.walletSession.disconnect(never())
        return result
      },
    })
  }),
  needs,
})

const connectorsOf = (kernel: Kernel, namespace: string): readonly Connector[] =>
  kernel.items(connectorsSlot).filter(connector => connector.namespace === namespace)

/**
 * Starts the plugin, and returns its first connector. Wallets announce themselves at any time;
 * three seconds are enough for one on the same page.
 */
export async function discover({
  rig: { namespace },
  kernel,
  reported,
}: Pick<Bench, 'rig' | 'kernel' | 'reported'>): Promise<Connector> {
  await kernel.start()
  expectQuiet(reported, 'in start')
  await Promise.all(kernel.items(discoveriesSlot).map(one => timed(one).start()))
  const here = () => connectorsOf(kernel, namespace)[0]
  try {
    await eventually(here, 3_000, value => expect(value).toBeDefined())
  } catch {
    expectQuiet(reported, 'while it looked for wallets')
    const reasons = unlistedIn(namespace, globalThis.window)
    throw new TestingError(
      'NO_CONNECTOR',
      [
        `No connector of "${namespace}" appeared in 3 seconds after \`start()\` of the discoveries.`,
        ...reasons,
      ].join(' '),
    )
  }
  return timed(here() as Connector)
}

/** Why the wallets that are registered in the page are not listed, by the Wallet Standard. */
function unlistedIn(namespace: string, page: EventTarget | undefined) {
  const wallets: object[] = []
  const register = (...more: readonly object[]) => {
    wallets.push(...more)
    return () => undefined
  }
  page?.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return wallets.flatMap(one => whyUnlisted(one, namespace, ['standard:connect']) ?? [])
}

/** Wraps a wallet session as the connection plugin does. */
export const linked = (
  walletSession: WalletSession,
  connector: Pick<Connector, 'namespace' | 'id'>,
): Connected => ({
  walletSession: timed(walletSession),
  ...connectionOf(walletSession, connector),
})

/** Fails for a report that no connected wallet can give. */
export function expectSound(report: WalletReport, namespace: string): void {
  expect(report.accounts.length, 'a connected wallet reports an account').toBeGreaterThan(0)
  for (const account of report.accounts)
    expect(
      account,
      'every account is of the namespace and has an address and a type',
    ).toMatchObject({
      namespace,
      address: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
    })
  expect(namespaceOf(report.network), 'the reported network is of the namespace').toBe(namespace)
}
/**
 * Fails for work that continues after its signal was aborted, once the unresponsive wallet got the
 * request.
 */
export async function expectGivenUp(
  start: (signal: AbortSignal) => Promise<unknown>,
  isRequested: () => boolean,
): Promise<void> {
  const controller = new AbortController()
  const call = start(controller.signal)
  const requested = (async () =>
    eventually(isRequested, 5_000, value =>
      expect(value, 'the wallet gets the request').toBe(true),
    ))()
  requested.catch(() => undefined)
  await Promise.race([requested, call])
  controller.abort()
  const late = Symbol('still waiting')
  const outcome = await Promise.race([
    call.catch(() => 'rejected'),
    new Promise(resolve => setTimeout(resolve, 1_000, late)),
  ])
  expect(outcome, 'an aborted call rejects at once').toBe('rejected')
}
/**
 * Fails for a call that succeeds although the person rejected it, and for one with another error.
 */
export async function expectDeclined(call: Promise<unknown>, code?: 'DECLINED'): Promise<void> {
  const error = await call.then(
    () => undefined,
    thrown => thrown ?? 'nothing',
  )
  expect(error, 'a declined call throws').toBeDefined()
  expect(
    walletProblem(error).kind,
    'what a declined call throws says that the person declined',
  ).toBe('declined')
  if (code)
    expect(Object(error).code, 'a declined call of a capability throws this code').toBe(code)
}
/** Returns true when an error says that the wallet lacks the feature. */
export const isUnable = (error: unknown): boolean =>
  (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED') ||
  walletProblem(error).kind === 'unsupported'
