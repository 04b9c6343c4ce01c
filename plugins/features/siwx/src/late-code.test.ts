/** A click before the code has arrived that follows what happens elsewhere. */
import { activeAccount, connection, connectView, shell as shellService } from '@portico/kernel/contracts'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { siwx, siwxService, siwxSlice } from './index.js'

const network = vi.hoisted(() => {
  let arrive = () => undefined as void
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrived, arrive }
})
// What a slow network does: the code itself is the real one.
vi.mock('./lazy/meanwhile.js', async original => {
  await network.arrived
  return original()
})

beforeEach(() => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example', href: 'https://app.example/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('[S14] [S35] nobody signs the message of an account that is not worked with any more, however late the code that follows', async () => {
  const wallet = tallyWallet({ policy: 'approve' })
  const kernel = await createTestKernel({ base: [shell(), api(), connectionPlugin(), account()], plugins: [tally({ wallets: [wallet] }), siwx()] })
  const page = kernel.use(siwxService)
  const reads = (address: string) =>
    vi.waitFor(
      () =>
        expect(kernel.state(siwxSlice).phase).toMatchObject({
          name: 'reading',
          target: { account: { address } },
          request: { text: expect.stringContaining(address) },
        }),
      { interval: 5, timeout: 10_000 },
    )
  kernel.use(shellService).open({ view: connectView })
  await kernel.use(connection).discover()
  await kernel.use(connection).connect('tally:org.tally.tally-wallet')
  await reads('t_ada')
  wallet.setAccounts(['t_bob'])
  await vi.waitFor(() => expect(activeAccount(kernel)?.address).toBe('t_bob'), { interval: 5, timeout: 10_000 })
  await page.sign()
  expect([kernel.state(siwxSlice).phase.name, wallet.requests.filter(request => request === 'sign')]).toEqual(['reading', []])
  network.arrive()
  await reads('t_bob')
  await page.sign()
  expect(kernel.state(siwxSlice).sessions).toMatchObject([{ address: 't_bob' }])
  kernel.dispose()
})
