/** A click before the code has arrived that follows what happens elsewhere. */
import { activeAccount, connection, connectView, shell as shellService } from '@portico/kernel/contracts'
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
// What a slow network does: the code itself is the real one, and whoever calls it waits. Not its import: vitest lets a second import of what is still on its way pass by the mock.
vi.mock('./lazy/meanwhile.js', async original => {
  const { createMeanwhile } = await original<typeof import('./lazy/meanwhile.js')>()
  const late = (...given: Parameters<typeof createMeanwhile>) => {
    const real = createMeanwhile(...given) as unknown as Record<string, (...args: unknown[]) => unknown>
    const after =
      (name: string) =>
      async (...args: unknown[]) =>
        network.arrived.then(() => real[name]?.(...args))
    return Object.fromEntries(Object.keys(real).map(name => [name, after(name)]))
  }
  return { createMeanwhile: late }
})

beforeAll(() => import('./lazy/meanwhile.js'))
beforeEach(() => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example', href: 'https://app.example/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const walletId = 'tally:org.tally.tally-wallet'
async function visit() {
  const wallet = tallyWallet({ policy: 'approve' })
  const kernel = await createTestKernel({ base: [shell(), api(), connectionPlugin(), account()], plugins: [tally({ wallets: [wallet] }), siwx()] })
  kernel.use(shellService).open({ view: connectView })
  await kernel.use(connection).discover()
  await kernel.use(connection).connect(walletId)
  const phase = () => kernel.state(siwxSlice).phase
  const reads = (address: string) =>
    vi.waitFor(
      () => expect(phase()).toMatchObject({ name: 'reading', target: { account: { address } }, request: { text: expect.stringContaining(address) } }),
      { interval: 5, timeout: 10_000 },
    )
  await reads('t_ada')
  return { kernel, wallet, phase, reads, sign: () => kernel.use(siwxService).sign() }
}

it('[S14] [S35] nobody signs the message of an account that is not worked with any more, and who has connected again is not given up, however late the code that follows', async () => {
  const again = await visit()
  await again.kernel.use(connection).disconnect(activeAccount(again.kernel)?.connection)
  expect(again.phase()).toEqual({ name: 'idle' })
  await again.kernel.use(connection).connect(walletId)
  await again.reads('t_ada')
  const before = again.phase()
  const { kernel, wallet, phase, reads, sign } = await visit()
  wallet.setAccounts(['t_bob'])
  await vi.waitFor(() => expect(activeAccount(kernel)?.address).toBe('t_bob'), { interval: 5, timeout: 10_000 })
  await sign()
  expect([phase().name, wallet.requests.filter(request => request === 'sign')]).toEqual(['reading', []])
  network.arrive()
  await reads('t_bob')
  await sign()
  expect(kernel.state(siwxSlice).sessions).toMatchObject([{ address: 't_bob' }])
  expect(again.phase()).toBe(before)
  await again.sign()
  expect(again.kernel.state(siwxSlice).sessions).toMatchObject([{ address: 't_ada' }])
  for (const page of [kernel, again.kernel]) page.dispose()
})
