/** A page with hooks: the kernel, the plugins and a mock wallet on a local Ethereum chain. */
import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { transactions } from '@portico/plugin-transactions'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { connect, createPortico, type Portico } from '../src/index.js'
import { PorticoProvider } from '../src/react.js'

let devnet: Devnet
const ends: (() => Promise<void>)[] = []

/** Starts the chain before the tests of a file, and closes each test's page. */
export function setUpHooks(): void {
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1, 8453] })
  }, 30_000)
  afterAll(() => devnet.stop())
  beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    vi.unstubAllGlobals()
  })
}

export interface HookPage {
  readonly portico: Portico
  readonly wallet: MockEvmWallet
  readonly storage: StorageDriver
}
/** Opens a page; connects the wallet unless `isConnected` is false. */
export async function openPage({
  isConnected = true,
  plugins = [transactions()],
  storage = memoryStorage(),
  quirks = {},
}: {
  readonly isConnected?: boolean
  readonly plugins?: readonly Plugin[]
  readonly storage?: StorageDriver
  readonly quirks?: Parameters<typeof mockEvmWallet>[0]['quirks']
} = {}): Promise<HookPage> {
  const chains = { 1: devnet.chain(1).url, 8453: devnet.chain(8453).url }
  const wallet = mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts: devAccounts.slice(0, 2).map(one => one.privateKey),
    chains,
    target: window,
    batchAccount: { 1: devnet.contracts.batchAccount.address },
    ...(quirks && { quirks }),
  })
  const one = defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [chains[1]] })
  const two = defineEvmNetwork({ chainId: 8453, name: 'Two', rpcUrls: [chains[8453]] })
  const portico = createPortico({
    plugins: [eip155({ networks: [one, two] }), ...plugins],
    storage,
    prefetch: 'none',
    logLevel: 'silent',
  })
  ends.push(async () => {
    portico.dispose()
    wallet.vanish()
  })
  await portico.start()
  if (isConnected) await connect(portico, { connector: 'test.fox' })
  return { portico, wallet, storage }
}

/** Renders a hook, and returns what it returned last. */
export async function renderHook<Result>(portico: Portico, hook: () => Result) {
  const seen: Result[] = []
  function Shown() {
    seen.push(hook())
    return null
  }
  const root = createRoot(document.createElement('main'))
  const render = (children: ReactNode) =>
    act(async () => root.render(<PorticoProvider portico={portico}>{children}</PorticoProvider>))
  await render(<Shown />)
  const unmount = () => act(async () => root.unmount())
  ends.push(unmount)
  return {
    seen,
    now: () => seen.at(-1) as Result,
    rerender: () => render(<Shown />),
    unmount,
    until: (condition: (result: Result) => boolean) =>
      act(() =>
        vi.waitFor(() => expect(condition(seen.at(-1) as Result)).toBe(true), { timeout: 10_000 }),
      ),
  }
}
/** What a promise rejected with. */
export const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
