import { createContext, runInContext } from 'node:vm'
import type { BrowserContext, Page } from '@playwright/test'
import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { AnyMockWallet, EvmWalletOptions, MockEvmWallet, WalletOptions } from './index.js'
import { makers } from './makers.js'
import { installMockWallets, mockWalletsScript, type ScriptablePage } from './page.js'

const [ada] = devAccounts

/**
 * A page without a browser: runs the init script in a new realm, with the globals of a page and
 * none of Node.
 */
const openPage = (script: string, exposed: Readonly<Record<string, unknown>> = {}) => {
  const target = new EventTarget()
  const announced: { info: { name: string } }[] = []
  target.addEventListener('eip6963:announceProvider', event =>
    announced.push((event as CustomEvent).detail),
  )
  const methods = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  }
  const { getRandomValues } = crypto
  const page = {
    ...methods,
    ...exposed,
    CustomEvent,
    Event,
    TextEncoder,
    URL,
    btoa,
    setTimeout,
    crypto: { getRandomValues: getRandomValues.bind(crypto) },
  }
  const context = createContext(page) as typeof page & {
    mockWallets: Record<string, MockEvmWallet>
  }
  runInContext(script, context)
  return { window: context, announced }
}

describe('wallets in a page', () => {
  let devnet: Devnet
  let fox: EvmWalletOptions
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1] })
    fox = {
      name: 'Fox',
      rdns: 'test.fox',
      accounts: [ada.privateKey],
      chains: { 1: devnet.chain(1).url },
    }
  })
  afterAll(() => devnet.stop())

  const install = async (...lists: (readonly WalletOptions[])[]) => {
    const scripts: string[] = []
    const exposed: Record<string, unknown> = {}
    const page: ScriptablePage = {
      addInitScript: async ({ content }) => scripts.push(content),
      exposeFunction: async (name, callback) => {
        exposed[name] = callback
      },
    }
    for (const wallets of lists) await installMockWallets(page, wallets)
    return openPage(scripts.join('\n'), exposed)
  }

  it('mock wallets in a page are announced before the page runs, each with its remote control', async () => {
    const { window, announced } = await install([
      fox,
      { ...fox, name: 'Owl', rdns: 'test.owl', policy: 'reject' },
    ])
    expect(announced.map(detail => detail.info.name)).toEqual(['Fox', 'Owl'])
    expect(Object.keys(window.mockWallets)).toEqual(['Fox', 'Owl'])
    await expect(
      window.mockWallets.Owl?.provider.request({ method: 'eth_requestAccounts' }),
    ).rejects.toMatchObject({ code: 4001 })
  })

  it('mock wallets in a page sign, and reach their node through the test when the page has no fetch', async () => {
    const { window } = await install([fox])
    expect('fetch' in window).toBe(false)
    const provider = window.mockWallets.Fox!.provider
    await provider.request({ method: 'eth_requestAccounts' })
    const signature = (await provider.request({
      method: 'personal_sign',
      params: ['0x68656c6c6f', ada.address],
    })) as `0x${string}`
    expect(await verifyMessage({ address: ada.address, message: 'hello', signature })).toBe(true)
    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: ada.address, to: ada.address }],
    })
    expect(await devnet.chain(1).request('eth_getTransactionByHash', [hash])).toMatchObject({
      hash,
    })
  })

  it('mock wallets of two installs live side by side', async () => {
    const { window } = await install([fox], [{ ...fox, name: 'Owl' }])
    expect(Object.keys(window.mockWallets)).toEqual(['Fox', 'Owl'])
    for (const { provider } of Object.values(window.mockWallets))
      expect(await provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
  })

  it('mock wallets add nothing to the window but their remote controls', async () => {
    const plain = new Set(Object.keys(openPage('').window))
    const { window } = openPage(await mockWalletsScript([fox]))
    expect(Object.keys(window).filter(name => !plain.has(name))).toEqual(['mockWallets'])
  })

  it('the script of mock wallets is safe inside a script element for any wallet name', async () => {
    const name = '</script><script>alert(1)</script>\u2028'
    const script = await mockWalletsScript([{ ...fox, name }])
    expect(script).not.toMatch(/<\/script/i)
    expect(Object.keys(openPage(script).window.mockWallets)).toEqual([name])
  })

  it('mock wallets must have different names, or controls of different names', async () => {
    await expect(mockWalletsScript([fox, fox])).rejects.toThrow('Two wallets are named "Fox"')
    const { window } = await install([fox, { ...fox, control: 'Fox again' }])
    expect(Object.keys(window.mockWallets)).toEqual(['Fox', 'Fox again'])
    expect(window.mockWallets['Fox again']?.name).toBe('Fox')
  })

  it('mock wallets may be of any namespace, by default of eip155', () => {
    expectTypeOf<EvmWalletOptions>().toExtend<WalletOptions>()
    expectTypeOf<MockEvmWallet>().toExtend<AnyMockWallet>()
    expectTypeOf<Window['mockWallets'][string]>().toEqualTypeOf<AnyMockWallet | undefined>()
    expect(Object.keys(makers)).toContain('eip155')
  })

  it('mock wallets in a page can be installed into a page and a context of Playwright', () => {
    expectTypeOf<Page>().toExtend<ScriptablePage>()
    expectTypeOf<BrowserContext>().toExtend<ScriptablePage>()
  })
})
