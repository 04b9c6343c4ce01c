import { describe, expect, it, vi } from 'vitest'

/** The package keeps the `window` of its import, so the tests share one. */
const page: { injectedWeb3: Readonly<Record<string, unknown>> } = { injectedWeb3: {} }

async function enableIn(
  injectedWeb3: typeof page.injectedWeb3,
  readyState = 'complete',
): Promise<{ readonly names: readonly string[]; readonly logged: number }> {
  page.injectedWeb3 = injectedWeb3
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { readyState })
  const logs = (['info', 'error'] as const).map(level =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  )
  const { web3Enable } = await import('@polkadot/extension-dapp')
  const enabled = await web3Enable('My app')
  return {
    names: enabled.map(({ name }) => name),
    logged: logs.reduce((sum, log) => sum + log.mock.calls.length, 0),
  }
}
const walletThat = (enable: () => Promise<object>) => ({ version: '1', enable: vi.fn(enable) })
const approve = async () => ({ accounts: { get: async () => [] }, signer: {} })

// README.md says why `web3Enable` does not connect the wallet that a person picked. A release for
// which a test here fails may be good enough.
describe('web3Enable of @polkadot/extension-dapp', () => {
  it('enables every wallet of the page, not only the one that the person picked', async () => {
    const wallets = { talisman: walletThat(approve), 'subwallet-js': walletThat(approve) }
    const { names } = await enableIn(wallets)
    expect(names).toEqual(['talisman', 'subwallet-js'])
    for (const { enable } of Object.values(wallets)) expect(enable).toHaveBeenCalledOnce()
  })

  it('reports a refusal as a wallet that is not there, and writes to the console of the page', async () => {
    const { names, logged } = await enableIn({
      talisman: walletThat(() => Promise.reject(new Error('Rejected'))),
    })
    expect(names).toEqual([])
    expect(logged).toBeGreaterThan(1)
  })

  it('looks a wallet up again by its key, where a script may have put another object since the wallet was listed', async () => {
    const [listed, other] = [walletThat(approve), walletThat(approve)]
    const wallets = { talisman: listed }
    const enabling = enableIn(wallets)
    wallets.talisman = other
    await enabling
    expect([listed.enable.mock.calls.length, other.enable.mock.calls.length]).toEqual([0, 1])
  })

  it("waits for the page's load event before it enables a wallet", async () => {
    const load = new EventTarget()
    Object.assign(page, { addEventListener: load.addEventListener.bind(load) })
    const wallet = walletThat(approve)
    const enabling = enableIn({ talisman: wallet }, 'loading')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(wallet.enable).not.toHaveBeenCalled()
    load.dispatchEvent(new Event('load'))
    await enabling
    expect(wallet.enable).toHaveBeenCalledOnce()
  })
})
