/** A click before the code behind it has arrived. */
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
vi.mock('./lazy/answering.js', async original => {
  await network.arrived
  return original()
})

beforeEach(() => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example', href: 'https://app.example/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('[S14] signs the message that was clicked, and no other one that stands there by then', async () => {
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
  const click = page.sign()
  wallet.setAccounts(['t_bob'])
  await reads('t_bob')
  network.arrive()
  await click
  expect([activeAccount(kernel)?.address, wallet.requests.filter(request => request === 'sign')]).toEqual(['t_bob', []])
  await page.sign()
  expect(kernel.state(siwxSlice).sessions).toMatchObject([{ address: 't_bob' }])
  kernel.dispose()
})
