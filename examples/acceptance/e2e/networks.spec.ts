import type { Page } from '@playwright/test'
import { leastWork } from './page-work.js'
import {
  addressOf,
  base8453,
  callsOf,
  close,
  connect,
  connectButton,
  dialog,
  ethereum,
  expect,
  fact,
  fox,
  inModal,
  nodeOf,
  setPolicy,
  test,
  title,
} from './visit.js'

const openNetworks = async (page: Page, from = 'Ethereum') => {
  await inModal(page, `Network: ${from}`).click()
  await expect(title(page, 'Choose network')).toBeVisible()
}
const knowsOne = { chains: { 1: nodeOf(1) } }

test('[S1.07] [S4.58] a network chosen from the list is switched in the wallet, and marked in the list', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  await openNetworks(page)
  await expect(inModal(page, 'Ethereum')).toHaveAttribute('aria-current', 'true')
  await inModal(page, 'Base').click()
  await expect(inModal(page, 'Network: Base')).toBeVisible()
  await expect(fact(page, 'network Base')).toBeVisible()
  expect(await page.evaluate(() => window.mockWallets.Fox?.chainId)).toBe(8453)
  expect(await page.evaluate(() => window.host.account.caipAddress)).toBe(
    `eip155:8453:${addressOf(0)}`,
  )
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('portico.connection')))
    .toContain('eip155:8453')
})

test('[D6a] the host switches the network without the modal', async ({ page, visit }) => {
  await visit()
  await connect(page)
  await close(page)
  await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
  expect(await page.evaluate(() => window.mockWallets.Fox?.chainId)).toBe(8453)
  await expect(page.getByRole('button', { name: 'Network: Base' })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test('[D18b] [S29] a network that the wallet does not know is added, switched to, and read from the wallet', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(knowsOne)] })
  await connect(page)
  await openNetworks(page)
  await page.evaluate(() => window.mockWallets.Fox?.calls.splice(0))
  await inModal(page, 'Base').click()
  await expect(inModal(page, 'Network: Base')).toBeVisible()
  const calls = await page.evaluate(
    () => window.mockWallets.Fox?.calls.map(({ method, params }) => ({ method, params })) ?? [],
  )
  const order = calls.map(({ method }) => method)
  expect(order.filter(method => method.startsWith('wallet_'))).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ])
  expect(order.lastIndexOf('eth_chainId')).toBeGreaterThan(
    order.lastIndexOf('wallet_switchEthereumChain'),
  )
  expect(calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toMatchObject([
    {
      chainId: '0x2105',
      chainName: 'Base',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
      rpcUrls: [nodeOf(8453)],
    },
  ])
})

test('[S29] an endpoint that serves another network is never handed to a wallet', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const liar = await endpoint(8453)
  liar.set('wrong-chain')
  await visit({
    wallets: [fox(knowsOne)],
    host: { networks: [ethereum, { ...base8453, rpcUrls: [liar.url] }] },
  })
  await connect(page)
  await openNetworks(page)
  await inModal(page, 'Base').click()
  await expect(page.getByText('No endpoint confirms that it serves Base.')).toBeVisible()
  expect(await callsOf(page, 'Fox', 'wallet_addEthereumChain')).toBe(0)
  await expect(fact(page, 'network Ethereum')).toBeVisible()
  expect(said).toEqual([])
})

test('[D18a] [R12] a declined switch keeps the network, and shows why', async ({ page, visit }) => {
  await visit({ wallets: [fox({ policy: { wallet_switchEthereumChain: 'reject' } })] })
  await connect(page)
  await openNetworks(page)
  await inModal(page, 'Base').click()
  await expect(page.getByText('You declined in Fox. Nothing was sent.')).toBeVisible()
  await expect(fact(page, 'network Ethereum')).toBeVisible()
  await setPolicy(page, 'Fox', 'approve')
  await inModal(page, 'Base').click()
  await expect(fact(page, 'network Base')).toBeVisible()
})

test('[D19] a wallet that accepts a switch without switching keeps the network, and a sentence says so', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: { wallet_switchEthereumChain: { answer: null } } })] })
  await connect(page)
  await openNetworks(page)
  await inModal(page, 'Base').click()
  await expect(
    page
      .getByText('The wallet stayed on another network.')
      .or(page.getByText('Fox stayed on another network.')),
  ).toBeVisible()
  await expect(fact(page, 'network Ethereum')).toBeVisible()
})

test('[D19] the page follows a wallet that switches the network by itself', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  await page.evaluate(() => window.mockWallets.Fox?.switchChain(8453))
  await expect(inModal(page, 'Network: Base')).toBeVisible()
  await expect(fact(page, 'network Base')).toBeVisible()
})

test('a network chosen before connecting is requested from the wallet while it connects', async ({
  page,
  visit,
}) => {
  await visit()
  await page.getByRole('button', { name: 'Network: Ethereum' }).click()
  await inModal(page, 'Base').click()
  await expect(page.getByRole('button', { name: 'Network: Base' })).toBeVisible()
  expect(await page.evaluate(() => window.mockWallets.Fox?.calls.length)).toBe(0)
})

/** Clicks a button of the modal, and counts the frames until so many rows are painted. */
const framesUntilRows = (page: Page, button: string, rows: number) =>
  page.evaluate(
    async ([name, rows]) => {
      const root = document.querySelector('portico-root')?.shadowRoot
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
      root?.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click()
      let frames = 0
      do {
        await frame()
        frames++
      } while ((root?.querySelectorAll('.p-row').length ?? 0) < rows)
      // They are painted with the frame after.
      await frame()
      return frames + 1
    },
    [button, rows] as const,
  )

for (const { what, button, name, rows } of [
  { what: 'two hundred networks', button: 'Network: Ethereum', name: 'Choose network', rows: 200 },
  { what: 'fifty accounts', button: 'Switch wallet or account', name: 'Wallets', rows: 50 },
])
  test(`[R33] ${what} are shown within 100 ms of the click, by work of the page and by frames`, async ({
    page,
    visit,
  }) => {
    const networks = [
      ethereum,
      ...Array.from({ length: 199 }, (_, at) => ({
        ...ethereum,
        chainId: 10_001 + at,
        name: `Network ${at}`,
      })),
    ]
    const accounts = Array.from(
      { length: 50 },
      (_, at) => `0x${(at + 1).toString(16).padStart(64, '0')}` as const,
    )
    await visit({ wallets: [fox({ accounts })], host: { networks } })
    await connect(page)
    // The code of the view comes with its first opening.
    await framesUntilRows(page, button, rows)
    const frames: number[] = []
    const { totalMs } = await leastWork(page, {
      async before() {
        await expect(title(page, name)).toBeVisible()
        await inModal(page, 'Back').click()
        await expect(inModal(page, 'Copy address')).toBeVisible()
      },
      act: async () => frames.push(await framesUntilRows(page, button, rows)),
    })
    test
      .info()
      .annotations.push({ type: 'figures', description: JSON.stringify({ totalMs, frames }) })
    expect(totalMs).toBeLessThan(100)
    expect(Math.min(...frames) * 16.7, 'frames of 60 Hz').toBeLessThan(100)
  })

test.describe('on a network that the app does not support', () => {
  const toNowhere = (page: Page) => page.evaluate(() => window.mockWallets.Fox?.switchChain(31_337))
  const blocked = 'Fox is on a network with the id 31337, which this app does not support'

  test('[S4.59] [S2.20] [S2.30] the modal shows only the unsupported network, with the networks that work', async ({
    page,
    visit,
  }) => {
    await visit()
    await connect(page)
    await toNowhere(page)
    await expect(title(page, blocked)).toBeVisible()
    await expect(inModal(page, 'Ethereum')).toBeVisible()
    await expect(inModal(page, 'Base')).toBeVisible()
    await expect(inModal(page, 'Disconnect')).toBeVisible()
    expect(await page.evaluate(() => window.host.active)).toBe('eip155:31337')
    expect(await page.evaluate(() => window.host.network.caipNetwork)).toBeUndefined()
    await expect(
      page.locator('main').getByRole('button', { name: 'Unsupported network' }),
    ).toBeAttached()

    await close(page)
    await connectButton(page).click()
    await expect(title(page, blocked)).toBeVisible()
    await close(page)
    await page.locator('main').getByRole('button', { name: 'Unsupported network' }).click()
    await expect(title(page, blocked)).toBeVisible()
    await inModal(page, 'Back').click()
    await expect(dialog(page)).toBeHidden()
  })

  for (const [way, leave] of [
    ['the close button', page => inModal(page, 'Close').click()],
    ['a click beside the panel', page => page.mouse.click(20, 400)],
    ['Escape', page => page.keyboard.press('Escape')],
    ['Back', page => inModal(page, 'Back').click()],
  ] satisfies [string, (page: Page) => Promise<void>][])
    test(`[S2.37] ${way} closes the modal on an unsupported network, and opening it leads there again`, async ({
      page,
      visit,
    }) => {
      await visit()
      await connect(page)
      await toNowhere(page)
      for (let time = 0; time < 2; time++) {
        await expect(title(page, blocked)).toBeVisible()
        await leave(page)
        await expect(dialog(page)).toBeHidden()
        // The old network does not return by itself.
        await page.waitForTimeout(300)
        await expect(dialog(page)).toBeHidden()
        await connectButton(page).click()
      }
      await inModal(page, 'Base').click()
      await expect(inModal(page, 'Copy address')).toBeVisible()
    })

  test('[S4.59] a switch from the view to a supported network works', async ({ page, visit }) => {
    await visit()
    await connect(page)
    await toNowhere(page)
    await inModal(page, 'Base').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await expect(fact(page, 'network Base')).toBeVisible()
  })

  test('[S4.59] a switch in the wallet to a supported network works', async ({ page, visit }) => {
    await visit()
    await connect(page)
    await toNowhere(page)
    await expect(title(page, blocked)).toBeVisible()
    await page.evaluate(() => window.mockWallets.Fox?.switchChain(1))
    await expect(inModal(page, 'Copy address')).toBeVisible()
  })

  test('[S4.59] the view opens by itself over the page, and when a wallet connects on that network', async ({
    page,
    visit,
  }) => {
    await visit({
      wallets: [fox({ chainId: 31_337, chains: { ...fox().chains, 31337: nodeOf(1) } })],
    })
    await connectButton(page).click()
    await inModal(page, 'Fox').click()
    await expect(title(page, blocked)).toBeVisible()
    await inModal(page, 'Ethereum').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await close(page)
    await toNowhere(page)
    await expect(title(page, blocked)).toBeVisible()
  })

  test('Disconnect leaves the view of an unsupported network', async ({ page, visit }) => {
    await visit()
    await connect(page)
    await toNowhere(page)
    await inModal(page, 'Disconnect').click()
    await expect(title(page, 'Connect wallet')).toBeVisible()
    await expect(fact(page, 'status disconnected')).toBeVisible()
  })

  test('[S4.59] a host that allows unsupported networks keeps every view usable', async ({
    page,
    visit,
  }) => {
    await visit({ host: { allowUnsupportedChain: true } })
    await connect(page)
    await toNowhere(page)
    await expect.poll(() => page.evaluate(() => window.host.active)).toBe('eip155:31337')
    await page.waitForTimeout(300)
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await expect(inModal(page, 'Network: Unsupported network')).toBeVisible()
  })
})
