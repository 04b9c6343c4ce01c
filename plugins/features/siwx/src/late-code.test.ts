/** Clicks before the code that follows wallet changes has loaded. */
import { connectView } from '@portico/kernel/connect-page'
import { activeAccount, connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { siwx, siwxService, siwxSlice } from './index.js'

const network = vi.hoisted(() => {
  let arrive = () => undefined as void
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrived, arrive }
})
// Simulates a slow network: the code is the real one, and only its callers wait. The import itself
// is not delayed, because in vitest a second import of a pending module bypasses the mock.
vi.mock('./sessions/session-changes.js', async original => {
  const { createSessionChanges } = await original<typeof import('./sessions/session-changes.js')>()
  const late = (...given: Parameters<typeof createSessionChanges>) => {
    const real = createSessionChanges(...given) as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >
    const after =
      (name: string) =>
      async (...args: unknown[]) =>
        network.arrived.then(() => real[name]?.(...args))
    return Object.fromEntries(Object.keys(real).map(name => [name, after(name)]))
  }
  return { createSessionChanges: late }
})

beforeAll(() => import('./sessions/session-changes.js'))
beforeEach(() => {
  vi.stubGlobal('location', {
    host: 'app.example',
    origin: 'https://app.example',
    href: 'https://app.example/',
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const walletId = 'tally:org.tally.tally-wallet'
async function visit() {
  const wallet = tallyWallet({ policy: 'approve' })
  const kernel = await createTestKernel({
    base: [shell(), api(), connectionPlugin(), account()],
    plugins: [tally({ wallets: [wallet] }), siwx()],
  })
  kernel.use(shellService).open({ view: connectView })
  await kernel.use(connectionService).discover()
  await kernel.use(connectionService).connect(walletId)
  const phase = () => kernel.state(siwxSlice).phase
  const reads = (address: string) =>
    vi.waitFor(
      () =>
        expect(phase()).toMatchObject({
          name: 'reading',
          target: { account: { address } },
          request: { text: expect.stringContaining(address) },
        }),
      { interval: 5, timeout: 10_000 },
    )
  await reads('t_ada')
  return { kernel, wallet, phase, reads, sign: () => kernel.use(siwxService).sign() }
}

it('[S14] [S35] the message of a previous account is not signed, and a new connection is not cancelled, however late the code for wallet changes loads', async () => {
  const again = await visit()
  await again.kernel.use(connectionService).disconnect(activeAccount(again.kernel)?.connection)
  expect(again.phase()).toEqual({ name: 'idle' })
  await again.kernel.use(connectionService).connect(walletId)
  await again.reads('t_ada')
  const before = again.phase()
  const { kernel, wallet, phase, reads, sign } = await visit()
  wallet.setAccounts(['t_bob'])
  await vi.waitFor(() => expect(activeAccount(kernel)?.address).toBe('t_bob'), {
    interval: 5,
    timeout: 10_000,
  })
  await sign()
  expect([phase().name, wallet.requests.filter(request => request === 'sign')]).toEqual([
    'reading',
    [],
  ])
  network.arrive()
  await reads('t_bob')
  await sign()
  expect(kernel.state(siwxSlice).sessions).toMatchObject([{ address: 't_bob' }])
  expect(again.phase()).toBe(before)
  await again.sign()
  expect(again.kernel.state(siwxSlice).sessions).toMatchObject([{ address: 't_ada' }])
  for (const page of [kernel, again.kernel]) page.dispose()
})
