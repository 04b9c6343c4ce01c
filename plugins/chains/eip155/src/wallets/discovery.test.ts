import { groupWallets } from '@portico/kernel/wallet'
import { mockEvmWallet } from '@portico/mock-wallets'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Bench, createPage, never, startBench } from '../../test/bench.js'
import { ada, scriptedProvider } from '../../test/scripted-provider.js'

const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const uuid = (count: number) => `${count.toString(16).padStart(8, '0')}-19fa-4704-a166-e52e178b59d2`
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const settled = () => new Promise(resolve => setTimeout(resolve, 0))

function announce(
  page: Window,
  info: object,
  provider: unknown = scriptedProvider().provider,
): void {
  page.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: {
        info: { uuid: uuid(1), name: 'Wallet', icon, rdns: 'com.wallet', ...info },
        provider,
      },
    }),
  )
}

describe('injected wallets', () => {
  let bench: Bench
  afterEach(() => {
    bench.stop()
    vi.useRealTimers()
  })

  it('[D14a] the list holds the wallets that announce themselves', async () => {
    const page = createPage()
    mockEvmWallet({ name: 'Fox', rdns: 'io.fox', accounts: [key], chains: {}, target: page })
    bench = await startBench({}, page)
    await settled()
    expect(bench.listed()).toMatchObject([
      {
        id: 'io.fox',
        name: 'Fox',
        type: 'ANNOUNCED',
        namespace: 'eip155',
        info: { rdns: 'io.fox' },
      },
    ])
    expect(bench.listed()[0]?.imageUrl).toMatch(/^data:image\/svg\+xml;base64,/)
  })

  it('[D14a] the list also holds wallets that announce themselves long after the start', async () => {
    bench = await startBench()
    await settled()
    expect(bench.listed()).toEqual([])
    const late = mockEvmWallet({
      name: 'Late',
      rdns: 'io.late',
      accounts: [key],
      chains: {},
      target: bench.page,
      announce: false,
    })
    late.announce()
    await settled()
    expect(bench.listed().map(one => one.id)).toEqual(['io.late'])
  })

  it('[D14a] a wallet that answers the request synchronously is listed, because the listener is added before the request', async () => {
    const page = createPage()
    page.addEventListener('eip6963:requestProvider', () => announce(page, {}))
    bench = await startBench({}, page)
    await settled()
    expect(bench.listed()).toHaveLength(1)
  })

  it('several announcements at once change the list once', async () => {
    bench = await startBench()
    let changes = 0
    bench.kernel.subscribe(() => {
      changes++
    })
    for (let count = 0; count < 5; count++)
      announce(bench.page, { uuid: uuid(count), rdns: `com.wallet.n${count}` })
    await settled()
    expect(bench.listed()).toHaveLength(5)
    expect(changes).toBe(1)
  })

  it('[S4] 10,000 announcements list 64 wallets at once and produce one report', async () => {
    bench = await startBench()
    let changes = 0
    bench.kernel.subscribe(() => {
      changes++
    })
    // CPU time, so other programs on a busy machine do not count.
    const before = process.cpuUsage()
    for (let count = 0; count < 10_000; count++)
      announce(bench.page, {
        uuid: uuid(count),
        rdns: `com.wallet.n${count}`,
        name: `Wallet ${count}`,
      })
    await settled()
    expect(bench.listed()).toHaveLength(64)
    expect(changes).toBe(1)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
    await vi.waitFor(() => expect(bench.reported).toHaveLength(1))
    expect(String(bench.reported[0])).toContain('9936 wallet announcements were refused')
  })

  it('[S4] a flood in several bursts is reported once', async () => {
    bench = await startBench()
    for (let burst = 0; burst < 20; burst++) {
      for (let count = 0; count < 200; count++)
        announce(bench.page, {
          uuid: uuid(burst * 200 + count),
          rdns: `com.wallet.n${burst}.n${count}`,
        })
      await settled()
    }
    expect(bench.listed()).toHaveLength(64)
    await vi.waitFor(() => expect(bench.reported.length).toBeGreaterThan(0))
    await settled()
    expect(bench.reported).toHaveLength(1)
  })

  it('[S4] announcements beyond the limit of 64 wallets are reported once, even when they come one by one', async () => {
    bench = await startBench()
    for (let count = 0; count < 64; count++)
      announce(bench.page, { uuid: uuid(count), rdns: `com.wallet.n${count}` })
    await settled()
    for (let count = 64; count < 114; count++) {
      announce(bench.page, { uuid: uuid(count), rdns: `com.wallet.n${count}` })
      await settled()
    }
    expect(bench.listed()).toHaveLength(64)
    await vi.waitFor(() => expect(bench.reported.length).toBeGreaterThan(0))
    await settled()
    expect(bench.reported.map(String)).toEqual([
      expect.stringContaining('1 wallet announcements were refused'),
    ])
  })

  it('[S5] a wallet keeps its provider after 50 later announcements with its uuid', async () => {
    bench = await startBench()
    const honest = scriptedProvider()
    announce(bench.page, { name: 'Honest' }, honest.provider)
    for (let count = 0; count < 50; count++)
      announce(bench.page, { name: 'Evil', rdns: 'com.evil' }, scriptedProvider().provider)
    await settled()
    for (let count = 0; count < 50; count++)
      announce(bench.page, { name: 'Evil' }, scriptedProvider().provider)
    announce(bench.page, { name: 'Honest' }, honest.provider)
    await settled()
    expect(bench.listed()).toMatchObject([{ name: 'Honest', provider: honest.provider }])
    await vi.waitFor(() => expect(bench.reported).toHaveLength(2))
  })

  it('[S5] wallets that copy the rdns or the name of another have separate rows, marked', async () => {
    bench = await startBench()
    const honest = scriptedProvider()
    announce(bench.page, { uuid: uuid(1), name: 'Fox', rdns: 'io.fox' }, honest.provider)
    await settled()
    for (let count = 2; count < 27; count++)
      announce(bench.page, { uuid: uuid(count), name: `Not Fox ${count}`, rdns: 'io.fox' })
    for (let count = 27; count < 52; count++)
      announce(bench.page, { uuid: uuid(count), name: 'Fo\u200bx', rdns: `io.fox.n${count}` })
    await settled()
    const rows = groupWallets(bench.listed())
    expect(rows).toHaveLength(51)
    expect(rows[0]).toMatchObject({ name: 'Fox' })
    expect(rows[0]?.lookAlike).toBeUndefined()
    expect(rows[0]?.connectors.map(one => one.provider)).toEqual([honest.provider])
    expect(rows.slice(1).every(row => row.lookAlike)).toBe(true)
    expect(new Set(bench.listed().map(one => one.id)).size).toBe(51)
    expect(bench.listed()[1]?.id).toBe('io.fox#2')
  })

  it('a wallet keeps its id after a reload with another uuid', async () => {
    bench = await startBench()
    announce(bench.page, { uuid: uuid(7), rdns: 'io.fox' })
    await settled()
    const before = bench.listed()[0]?.id
    bench.stop()
    bench = await startBench()
    announce(bench.page, { uuid: uuid(8), rdns: 'io.fox' })
    await settled()
    expect(bench.listed()[0]?.id).toBe(before)
  })

  it('a wallet is called by the request function captured on discovery', async () => {
    bench = await startBench()
    const honest = scriptedProvider()
    const met = honest.provider.request
    const provider = { ...honest.provider, request: met }
    announce(bench.page, {}, provider)
    await settled()
    provider.request = async () => ['0x0000000000000000000000000000000000000bad']
    const walletSession = await bench.listed()[0]?.connect({}, never())
    expect(walletSession?.report.accounts[0]?.address).toBe(ada)
  })

  it('[D14e] an unannounced wallet is listed last as "Browser wallet", after a short delay', async () => {
    vi.useFakeTimers()
    const page = Object.assign(createPage(), { ethereum: scriptedProvider().provider })
    bench = await startBench({}, page)
    expect(bench.listed()).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(bench.listed()).toMatchObject([
      { id: 'browser-wallet', name: 'Browser wallet', type: 'INJECTED', namespace: 'eip155' },
    ])
  })

  it('[D14e] a wallet that announces itself replaces "Browser wallet"', async () => {
    vi.useFakeTimers()
    const page = Object.assign(createPage(), { ethereum: scriptedProvider().provider })
    bench = await startBench({}, page)
    await vi.advanceTimersByTimeAsync(500)
    expect(bench.listed()).toHaveLength(1)
    announce(page, { rdns: 'io.late' })
    await vi.advanceTimersByTimeAsync(0)
    expect(bench.listed().map(one => one.id)).toEqual(['io.late'])
  })

  it('[D14e] "Browser wallet" is not listed beside an announced wallet, even when window.ethereum comes late', async () => {
    vi.useFakeTimers()
    const page = createPage()
    bench = await startBench({}, page)
    announce(page, { rdns: 'io.fox' })
    Object.assign(page, { ethereum: scriptedProvider().provider })
    page.dispatchEvent(new Event('ethereum#initialized'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(bench.listed().map(one => one.id)).toEqual(['io.fox'])
  })

  it('[D14e] an "initialized" event ends the wait for "Browser wallet"', async () => {
    bench = await startBench()
    Object.assign(bench.page, { ethereum: scriptedProvider().provider })
    bench.page.dispatchEvent(new Event('ethereum#initialized'))
    expect(bench.listed().map(one => one.id)).toEqual(['browser-wallet'])
  })

  it('[R25] a window.ethereum whose getter throws does not stop discovery', async () => {
    vi.useFakeTimers()
    const page = createPage()
    Object.defineProperty(page, 'ethereum', {
      get() {
        throw new TypeError('no')
      },
    })
    bench = await startBench({}, page)
    await vi.advanceTimersByTimeAsync(500)
    expect(bench.listed()).toEqual([])
    expect(bench.reported).toEqual([])
  })

  it('discovery stops listening when the kernel is disposed', async () => {
    vi.useFakeTimers()
    const page = Object.assign(createPage(), { ethereum: scriptedProvider().provider })
    bench = await startBench({}, page)
    bench.kernel.dispose()
    announce(page, {})
    await vi.advanceTimersByTimeAsync(2_000)
    expect(bench.listed()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
