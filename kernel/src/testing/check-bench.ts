/** What a check stands on: a kernel with the plugin in it, and a connected wallet where it needs one. */
import { expect } from 'vitest'
import {
  type Account,
  type Connection,
  type Connector,
  connectors,
  discoveries,
  namespaceOf,
  type WalletLine,
  type WalletReport,
  walletProblem,
} from '../contracts/index.js'
import { createKernel, type Kernel } from '../kernel.js'
import type { ChainCheck, ChainRig, CheckResult, WalletRig } from './chain-rig.js'
import { connectionOf } from './connection-of.js'

export interface Bench {
  readonly rig: ChainRig
  readonly kernel: Kernel
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

/** A check of the plugin alone. What the plugin reports fails it. */
export const check = (id: string, name: string, run: (bench: Bench) => Promise<CheckResult | undefined>): ChainCheck => ({
  id,
  name,
  async run(rig) {
    const reported: unknown[] = []
    const kernel = createKernel({ plugins: [rig.plugin()], onError: error => void reported.push(error) })
    try {
      const result = await run({ rig, kernel })
      expect(reported, 'and reports nothing').toEqual([])
      return result ?? 'pass'
    } finally {
      kernel.dispose()
    }
  },
})

/** A check that needs a wallet: started, and with the connector found. */
export const walletCheck = (id: string, name: string, run: (bench: WalletBench) => Promise<CheckResult | undefined>): ChainCheck =>
  check(id, name, async ({ rig, kernel }) => {
    const { wallet } = rig
    if (!wallet) return 'unsupported'
    wallet.policy = 'approve'
    await kernel.start()
    await Promise.all(kernel.items(discoveries).map(one => one.start()))
    const connector = await found(kernel, rig.namespace)
    const connect = async () => {
      const line = await connector.connect({ network: rig.network }, never())
      return { line, ...connectionOf(line, connector) }
    }
    return run({
      rig,
      kernel,
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
  return here() as Connector
}

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
/** Fails for work that goes on after its signal was aborted. */
export async function expectGivenUp(start: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController()
  const asked = start(controller.signal)
  asked.catch(() => undefined)
  setTimeout(() => controller.abort(), 20)
  const late = Symbol('still waiting')
  const outcome = await Promise.race([asked.catch(() => 'rejected'), new Promise(resolve => setTimeout(resolve, 1_000, late))])
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
