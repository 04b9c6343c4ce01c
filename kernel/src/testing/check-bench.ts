/** What a check stands on: a kernel with the plugin in it, and a connected wallet where it needs one. */
import { expect } from 'vitest'
import {
  type Account,
  ChainError,
  type Connection,
  type Connector,
  connectors,
  discoveries,
  type NetworkId,
  namespaceOf,
  type WalletLine,
  type WalletReport,
  walletProblem,
} from '../contracts/index.js'
import { createKernel, type Kernel } from '../kernel.js'
import type { CapabilityRef } from '../refs.js'
import type { ChainCheck, ChainRig, CheckResult, WalletRig } from './chain-rig.js'
import { connectionOf } from './connection-of.js'
import { TestingError } from './errors.js'

export interface Bench {
  readonly rig: ChainRig
  readonly kernel: Kernel
  /** What the plugin offers at a network, that of the rig by default. Its calls have a deadline. */
  offered<Offer extends object>(ref: CapabilityRef<Offer>, network?: NetworkId): Offer | undefined
}
export interface Connected {
  readonly line: WalletLine
  readonly via: Connection
  readonly from: Account
}
export interface WalletBench extends Bench {
  readonly wallet: WalletRig
  readonly connector: Connector
  connect(): Promise<Connected>
  /** Connects, and says goodbye when the work is done. */
  connected<Result>(work: (connected: Connected) => Promise<Result>): Promise<Result>
}

export const never = (): AbortSignal => new AbortController().signal

/** More than the ten seconds in which a chain gives its nodes up: its own sentence comes first. */
const patienceMs = 15_000

/** Fails by its name what does not answer. */
export async function inTime<Answer>(what: string, answer: Answer): Promise<Awaited<Answer>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TestingError('SILENT', `\`${what}\` did not answer in ${patienceMs / 1_000} seconds.`)), patienceMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
/** The same object; a call that does not answer fails by its name. */
const timed = <Part extends object>(part: Part): Part =>
  new Proxy<Part>(Object.create(part), {
    get(_own, name) {
      const member: unknown = Reflect.get(part, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(member, part, args)
        return answer instanceof Promise ? inTime(String(name), answer) : answer
      }
    },
  })

/** A check of the plugin alone. What the plugin reports fails it. */
export const check = (id: string, name: string, run: (bench: Bench) => Promise<CheckResult | undefined>): ChainCheck => ({
  id,
  name,
  async run(rig) {
    const reported: unknown[] = []
    const kernel = createKernel({ plugins: [rig.plugin()], onError: error => void reported.push(error) })
    try {
      const offered: Bench['offered'] = (ref, network = rig.network) => {
        const offer = kernel.capability(ref, network)
        return offer && timed(offer)
      }
      const result = await run({ rig, kernel, offered })
      expect(reported, 'and reports nothing').toEqual([])
      return result ?? 'pass'
    } finally {
      kernel.dispose()
    }
  },
})

/** A check that needs a wallet: started, and with the connector found. */
export const walletCheck = (id: string, name: string, run: (bench: WalletBench) => Promise<CheckResult | undefined>): ChainCheck =>
  check(id, name, async bench => {
    const { rig, kernel } = bench
    const { wallet } = rig
    if (!wallet) return 'unsupported'
    wallet.policy = 'approve'
    await kernel.start()
    await Promise.all(kernel.items(discoveries).map(one => timed(one).start()))
    const connector = await found(kernel, rig.namespace)
    const connect = async () => linked(await connector.connect({ network: rig.network }, never()), connector)
    return run({
      ...bench,
      wallet,
      connector,
      connect,
      async connected(work) {
        const made = await connect()
        const result = await work(made)
        await made.line.disconnect(never())
        return result
      },
    })
  })

/** Wallets announce when they like; three seconds are plenty for one on the same page. */
async function found(kernel: Kernel, namespace: string): Promise<Connector> {
  const here = () => kernel.items(connectors).find(connector => connector.chain === namespace)
  await expect.poll(here, { timeout: 3_000, message: `no connector of "${namespace}" appeared` }).toBeDefined()
  return timed(here() as Connector)
}

/** A line as the connection plugin has it. */
export const linked = (line: WalletLine, connector: Pick<Connector, 'chain' | 'id'>): Connected => ({ line: timed(line), ...connectionOf(line, connector) })

/** Fails for a report that no connected wallet can give. */
export function expectSound(report: WalletReport, namespace: string): void {
  expect(report.accounts.length, 'a connected wallet reports an account').toBeGreaterThan(0)
  for (const account of report.accounts)
    expect(account, 'every account is of the namespace and has an address and a type').toMatchObject({
      namespace,
      address: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
    })
  expect(namespaceOf(report.network), 'the reported network is of the namespace').toBe(namespace)
}
/** Fails for work that goes on after its signal was aborted, once whoever does not answer was asked. */
export async function expectGivenUp(start: (signal: AbortSignal) => Promise<unknown>, isAsked: () => boolean): Promise<void> {
  const controller = new AbortController()
  const call = start(controller.signal)
  const asked = (async () => expect.poll(isAsked, { timeout: 5_000, message: 'the wallet is asked' }).toBe(true))()
  asked.catch(() => undefined)
  await Promise.race([asked, call])
  controller.abort()
  const late = Symbol('still waiting')
  const outcome = await Promise.race([call.catch(() => 'rejected'), new Promise(resolve => setTimeout(resolve, 1_000, late))])
  expect(outcome, 'an aborted call rejects at once').toBe('rejected')
}
/** Fails for a call that goes through although the person said no, and for one that says something else. */
export async function expectDeclined(call: Promise<unknown>): Promise<void> {
  const error = await call.then(
    () => undefined,
    thrown => thrown ?? 'nothing',
  )
  expect(error, 'a declined call throws').toBeDefined()
  expect(walletProblem(error).kind, 'what a declined call throws says that the person declined').toBe('declined')
}
/** Whether what was thrown says that the wallet cannot do it. */
export const isUnable = (error: unknown): boolean =>
  (error instanceof ChainError && error.code === 'WALLET_UNSUPPORTED') || walletProblem(error).kind === 'unsupported'
