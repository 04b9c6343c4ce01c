import { messagesCapability } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { describe, expect, it, vi } from 'vitest'
import { id, main } from './bench.js'
import {
  connected,
  connectionOf,
  leave,
  never,
  open,
  setUpPairing,
  soon,
  wallet,
} from './pairing-bench.js'

setUpPairing()

describe('a stored session', () => {
  it('[S1.02] a stored session is restored without a prompt, and works', async () => {
    const { page, account } = await connected()
    const { storage, store } = page
    const before = connectionOf(page)?.accounts.map(one => one.address)
    expect(before).toContain('t_ada')
    await leave(page)
    const next = await open({ storage, store })
    const walletSession = await next.kernel
      .items(connectorsSlot)
      .find(one => one.id === id)
      ?.restore({ network: 'tally:side' }, never())
    expect(walletSession?.report.accounts.map(one => one.address)).toEqual(before)
    expect(walletSession?.report.network).toBe('tally:side')
    expect(next.phase()).toEqual({ name: 'idle' })
    const via = {
      id: account.connection,
      namespace: 'tally',
      connector: id,
      accounts: [],
      network: main,
      handle: walletSession?.handle,
    }
    expect(
      (await next.kernel.capability(messagesCapability, main)?.sign(via, account, 'again', never()))
        ?.signature,
    ).toBe('tally_sign on tally:side')
  })
  it.each([
    [
      'that the wallet ended while the page was closed',
      async (own: string) => wallet.disconnect(own),
    ],
  ])('a stored session %s is dropped', async (_what, change) => {
    const { page } = await connected()
    const { storage, store } = page
    const [own] = wallet.sessions
    await leave(page)
    await change(own?.topic ?? '')
    const next = await open({ storage, store })
    const walletSession = await next.kernel
      .items(connectorsSlot)
      .find(one => one.id === id)
      ?.restore({}, never())
    const listener = vi.fn()
    walletSession?.watch(listener)
    if (walletSession) await expect.poll(() => listener.mock.calls, soon).toEqual([[undefined]])
    await expect
      .poll(() => JSON.stringify([...store.map]).includes(own?.topic ?? ''), soon)
      .toBe(false)
  })
  it('a stored session that the relay client does not know is dropped', async () => {
    const { page } = await connected()
    const { storage } = page
    await leave(page)
    const next = await open({ storage })
    expect(
      await next.kernel
        .items(connectorsSlot)
        .find(one => one.id === id)
        ?.restore({}, never()),
    ).toBeUndefined()
  })
  it('a page that never paired stores nothing, and does not load the library', async () => {
    const load = vi.fn(() => Promise.reject(new TypeError('loaded')))
    const page = await open({ load })
    expect(
      await page.kernel
        .items(connectorsSlot)
        .find(one => one.id === id)
        ?.restore({}, never()),
    ).toBeUndefined()
    expect(load).not.toHaveBeenCalled()
  })
})
