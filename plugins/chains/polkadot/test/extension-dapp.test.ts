import { describe, expect, it, vi } from 'vitest'

/** The package keeps the `window` of its import, so the tests share one. */
const page: { injectedWeb3: Readonly<Record<string, unknown>> } = { injectedWeb3: {} }

async function enableIn(injectedWeb3: typeof page.injectedWeb3): Promise<{ readonly names: readonly string[]; readonly logged: number }> {
  page.injectedWeb3 = injectedWeb3
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { readyState: 'complete' })
  const logs = (['info', 'error'] as const).map(level => vi.spyOn(console, level).mockImplementation(() => undefined))
  const { web3Enable } = await import('@polkadot/extension-dapp')
  const enabled = await web3Enable('My app')
  return { names: enabled.map(({ name }) => name), logged: logs.reduce((sum, log) => sum + log.mock.calls.length, 0) }
}
const walletThat = (enable: () => Promise<object>) => ({ version: '1', enable: vi.fn(enable) })
const approve = async () => ({ accounts: { get: async () => [] }, signer: {} })

// README.md says why `web3Enable` does not connect the wallet that a person picked. A release for which a test here fails may be good enough.
describe('web3Enable of @polkadot/extension-dapp', () => {
  it('asks every wallet of the page, not only the one that the person picked', async () => {
    const wallets = { talisman: walletThat(approve), 'subwallet-js': walletThat(approve) }
    const { names } = await enableIn(wallets)
    expect(names).toEqual(['talisman', 'subwallet-js'])
    for (const { enable } of Object.values(wallets)) expect(enable).toHaveBeenCalledOnce()
  })

  it('reports a refusal as a wallet that is not there, and writes to the console of the page', async () => {
    const { names, logged } = await enableIn({ talisman: walletThat(() => Promise.reject(new Error('Rejected'))) })
    expect(names).toEqual([])
    expect(logged).toBeGreaterThan(1)
  })
})
