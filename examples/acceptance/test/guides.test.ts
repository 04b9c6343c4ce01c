import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Module, startBackend } from '@portico/backend'
import {
  definePlugin,
  type Plugin,
  type ServiceRef,
  type SliceRef,
  type ViewRef,
} from '@portico/kernel'
import { messagesCapability } from '@portico/kernel/capabilities'
import { type ChainContext, chainsSlot } from '@portico/kernel/chain'
import { connectorsSlot, discoveriesSlot } from '@portico/kernel/connector-kit'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import {
  createTestKernel,
  type TestKernel,
  tally,
  tallyNetwork,
  tallyWallet,
  testConnector,
  testFeaturePlugin,
  type WalletLie,
  type WalletRig,
} from '@portico/kernel/testing'
import type { Message } from '@portico/kernel/text'
import { expect, it, onTestFinished, vi } from 'vitest'
import { scriptedWallet } from '../../third-party-chain/test/scripted-wallet.js'
import { root } from '../scripts/workspaces.mjs'

/** The first block of code below a heading of a guide, as a module. */
async function moduleOf<Exports>(guide: string, heading: string): Promise<Exports> {
  const text = readFileSync(join(root, 'examples/docs', `${guide}.md`), 'utf8')
  const [, code = ''] =
    new RegExp(`^## ${heading}\n.*?^\`\`\`ts\n(.*?)^\`\`\`$`, 'ms').exec(text) ?? []
  const folder = join(root, 'test-results', 'guides')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${guide}.ts`), code)
  return import(join(folder, `${guide}.ts`))
}

const { firstRow } = await moduleOf<{ firstRow(): Plugin }>('write-a-chain', 'The first row')
const { listPebble } = await moduleOf<{
  listPebble(context: ChainContext, wallet: unknown): void
}>('write-a-chain-whole', 'Wallets without the Wallet Standard')
interface GuestbookModule {
  readonly guestbook: ServiceRef<{ sign(text: string): Promise<void>; cancel(): Promise<void> }>
  readonly guestbookSlice: SliceRef<{
    readonly phase: { readonly name: string; readonly problem?: Message }
    readonly entries: readonly unknown[]
  }>
  readonly guestbookView: ViewRef<void>
  guestbookPlugin(): Plugin
}
const { guestbook, guestbookSlice, guestbookView, guestbookPlugin } =
  await moduleOf<GuestbookModule>('write-a-feature', 'Headless half')

/** A scripted wallet as the guide's chain expects it at `window.pebble`. */
function pebbleWallet() {
  const listeners = { changed: new Set<() => void>() }
  const known = { accounts: [] as string[], network: 'pebble:shore' }
  const asks = new Set(['pebble_connect', 'pebble_sign', 'pebble_send', 'pebble_switch'])
  let accounts = ['p_ada', 'p_grace']
  let prompts = 0
  let lie: WalletLie | undefined
  const lies: Readonly<Record<WalletLie, object>> = {
    'no-accounts': { accounts: [] },
    malformed: { accounts: ['Ada'] },
    'other-network': { network: 'other:shore' },
  }
  const answers: Readonly<Record<string, (params: never) => unknown>> = {
    pebble_state: () => ({ ...known, ...(lie && lies[lie]) }),
    pebble_forget: () => Object.assign(known, { accounts: [] }),
    pebble_connect: () => Object.assign(known, { accounts }),
    pebble_sign: ({ address, text }: { address: string; text: string }) =>
      `${address} says ${text}`,
    pebble_send: () => 'hash',
    pebble_switch({ network }: { network: string }) {
      known.network = network
      for (const listener of listeners.changed) listener()
    },
  }
  const wallet: WalletRig = {
    policy: 'approve',
    get prompts() {
      return prompts
    },
    get listeners() {
      return listeners.changed.size
    },
    addresses: () => accounts,
    lie(next) {
      lie = next
      return true
    },
    switchAccount() {
      accounts = ['p_grace', 'p_ada']
      known.accounts = accounts
      for (const listener of listeners.changed) listener()
      return 'p_grace'
    },
    disconnectByWallet() {
      known.accounts = []
      for (const listener of listeners.changed) listener()
    },
  }
  const provider = {
    async request(method: string, params: never) {
      if (!asks.has(method)) return answers[method]?.(params)
      prompts++
      if (wallet.policy === 'decline') throw Object.assign(new Error('no'), { code: 4001 })
      if (wallet.policy === 'hang') return new Promise(() => undefined)
      return answers[method]?.(params)
    },
    on: (event: 'changed', listener: () => void) => listeners[event].add(listener),
    off: (event: 'changed', listener: () => void) => listeners[event].delete(listener),
  }
  return { wallet, provider }
}

testConnector('the wallet of the guide that stands in the page', () => {
  const { wallet, provider } = pebbleWallet()
  const chain = definePlugin({
    id: 'chain/pebble',
    setup(context) {
      context.contribute(chainsSlot, {
        id: 'pebble',
        name: 'Pebble',
        networks: [tallyNetwork('shore', 'pebble')],
      })
      context.contribute(discoveriesSlot, {
        id: 'pebble',
        start: async () => listPebble(context, provider),
      })
    },
  })
  return { plugin: () => chain, namespace: 'pebble', network: 'pebble:shore', wallet }
})

it('the first page of the guide to a chain lists a wallet of the Wallet Standard, which connects', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const wallet = scriptedWallet(page, () => '', ['sui:mainnet'])
  const kernel = await createTestKernel({ plugins: [firstRow()], connected: 'sui:mainnet' })
  expect(kernel.items(connectorsSlot)).toMatchObject([
    { id: 'sui:Test Wallet', name: 'Test Wallet', namespace: 'sui' },
  ])
  expect(Object.values(kernel.state(sessionSlice).connections)).toMatchObject([
    { address: wallet.addresses()[0], network: 'sui:mainnet' },
  ])
  kernel.dispose()
})

testFeaturePlugin('the feature of the guide', {
  plugin: guestbookPlugin,
  items: ['guestbook'],
  use: kernel => kernel.use(guestbook).sign('Hello'),
})

it('the feature of the guide sends one request to the wallet, and shows no error for a decline', async () => {
  const person = tallyWallet()
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [person] }), guestbookPlugin()],
    connected: 'tally:main',
  })
  await kernel.use(guestbook).sign('Hello')
  expect(person.requests).toEqual(['connect', 'sign'])
  expect(kernel.said).toMatchObject([{ kind: 'success', id: 'guestbook.signed' }])
  person.policy = 'decline'
  await kernel.use(guestbook).sign('Hello')
  expect(person.requests).toEqual(['connect', 'sign', 'sign'])
  expect(kernel.reported).toEqual([])
  kernel.dispose()
})

it.each<[string, (kernel: TestKernel) => unknown]>([
  ['cancels', kernel => kernel.use(guestbook).cancel()],
  ['leaves its view', kernel => kernel.views.clear()],
  ['disconnects', kernel => kernel.use(connectionService).disconnect()],
])(
  'the feature of the guide waits for the person, and stops when the person %s',
  async (_, leave) => {
    const person = tallyWallet()
    const kernel = await createTestKernel({
      plugins: [tally({ wallets: [person] }), guestbookPlugin()],
      connected: 'tally:main',
    })
    kernel.views.push(guestbookView)
    person.policy = 'hang'
    const signed = kernel.use(guestbook).sign('Hello')
    await vi.waitFor(() => expect(kernel.state(guestbookSlice).phase.name).toBe('signing'))
    await leave(kernel)
    await signed
    expect(kernel.state(guestbookSlice)).toEqual({ phase: { name: 'idle' }, entries: [] })
    expect([kernel.said, kernel.reported]).toEqual([[], []])
    kernel.dispose()
  },
)

it('the feature of the guide has the error of its toast in its state', async () => {
  const signed = { signature: 'forged', scheme: 'tally' }
  const forger = definePlugin({
    id: 'test/forger',
    setup: context =>
      context.offer(messagesCapability, 'tally:main', {
        sign: async () => signed,
        verify: async () => false,
      }),
  })
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), forger, guestbookPlugin()],
    connected: 'tally:main',
  })
  await kernel.use(guestbook).sign('Hello')
  expect(kernel.state(guestbookSlice).phase).toMatchObject({
    name: 'failed',
    problem: { id: 'guestbook.forged' },
  })
  expect(kernel.said).toMatchObject([{ kind: 'failure', id: 'guestbook.forged' }])
  kernel.dispose()
})

it('the module of the guide "add a module" stores entries, runs its job, and is described and measured', async () => {
  const { guestbook: module } = await moduleOf<{ guestbook: Module }>('add-a-module', 'The module')
  const backend = await startBackend(
    { port: 0, database: ':memory:', metrics: { port: 0 }, guestbook: { keepDays: 1 } },
    { modules: [module] as const },
  )
  try {
    const write = (text: string) =>
      fetch(`${backend.url}/guestbook`, { method: 'POST', body: JSON.stringify({ text }) })
    const { id } = (await (await write('Hello')).json()) as { id: string }
    expect((await write('')).status).toBe(422)
    await vi.waitFor(
      async () => {
        const entries = (await (await fetch(`${backend.url}/guestbook`)).json()) as {
          text: string
        }[]
        expect(entries.map(({ text }) => text).sort()).toEqual(['Hello', `Welcome, ${id}`])
      },
      { timeout: 10_000 },
    )
    const described = (await (await fetch(`${backend.url}/openapi.json`)).json()) as {
      paths: object
    }
    expect(Object.keys(described.paths)).toContain('/guestbook')
    const metrics = await (await fetch(backend.metricsUrl ?? '')).text()
    expect(metrics).toContain('guestbook_entries_total 1')
    await expect(
      startBackend({ port: 0, database: ':memory:' }, { modules: [module, module] }),
    ).rejects.toMatchObject({ code: 'BAD_MODULE' })
  } finally {
    await backend.stop()
  }
})
