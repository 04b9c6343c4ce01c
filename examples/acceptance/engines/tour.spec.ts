/** What a person does with Portico, step by step, in each engine. */
import { devAccounts, swapTokens } from '@portico/devnet'
import { everyChain, everyWallet, people } from '../e2e/every-chain.js'
import { marketChains } from '../e2e/market.js'
import { networkIds } from '../e2e/remote-wallet.js'
import {
  addressOf,
  base8453,
  ethereum,
  fox,
  nodeOf,
  relayUrl,
  short,
  wallet,
} from '../e2e/visit.js'
import { type SignInSite, startSignInSite } from '../fixtures/sign-in-server.js'
import type { EngineName } from './driver.js'
import type { Page } from './page.js'
import { pairByCode } from './pairing.js'
import {
  close,
  connect,
  connectButton,
  dialog,
  expect,
  fact,
  inModal,
  openConnect,
  test,
  title,
  words,
} from './visit.js'

/**
 * The engines run at the same time on the same chains, so each spends from another account.
 */
const spenders: Readonly<Record<EngineName, number>> = { Chromium: 5, Firefox: 6, WebKit: 7 }

const ask = async (
  chainId: number,
  method: string,
  params: readonly unknown[],
): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(nodeOf(chainId), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { readonly result: unknown }).result
}

test('the modal opens over an inert page, and the dialog has the focus', async ({ visit }) => {
  const page = await visit({ wallets: everyWallet(), host: { chains: everyChain } })
  await openConnect(page)
  for (const { wallet } of people) await page.see(inModal(wallet))
  expect(
    await page.tab.run(() =>
      document
        .querySelector('portico-root')
        ?.shadowRoot?.querySelector('dialog')
        ?.matches(':modal'),
    ),
  ).toBe(true)
  expect(await page.focused()).toBe('dialog')
  await close(page)
})

for (const { wallet, namespace, chain, address } of people)
  test(`connects a wallet of ${chain}, which signs a message that verifies`, async ({ visit }) => {
    const page = await visit({ wallets: everyWallet(), host: { chains: everyChain } })
    await connect(page, wallet)
    await page.see(fact(`address ${address}`))
    const answers = await page.tab.run(async namespace => {
      const signed = await window.host.sign('It is me.', namespace)
      return [
        await window.host.verify('It is me.', signed, namespace),
        await window.host.verify('It is not me.', signed, namespace),
      ]
    }, namespace)
    expect(answers).toEqual([true, false])
  })

test('a network chosen from the list is switched, and the wallet follows', async ({ visit }) => {
  const page = await visit()
  await connect(page)
  await page.click(inModal('Network: Ethereum'))
  await page.see(title('Choose network'))
  await page.click(inModal('Base'))
  await page.see(inModal('Network: Base'))
  await page.see(fact('network Base'))
  expect(await page.tab.run(() => window.mockWallets.Fox?.chainId)).toBe(8453)
})

test('a wallet on another device pairs by the code on the screen', async ({ visit, pocket }) => {
  const page = await visit({
    wallets: [],
    host: { chains: { eip155: { networks: [ethereum, base8453] }, walletconnect: { relayUrl } } },
  })
  await pairByCode(page, pocket)
  expect(pocket.sessions.map(({ namespaces }) => namespaces?.eip155?.chains)).toEqual([
    [networkIds.ethereum, networkIds.base],
  ])
  await page.tab.run(() => window.host.disconnect())
  await expect.poll(() => pocket.sessions).toEqual([])
})

test('Send sends the coin of a chain, and the ledger has it', async ({ visit, engineName }) => {
  const spender = spenders[engineName]
  // Nothing was sent there before.
  const to = `0x${`${Date.now()}${spender}`.padStart(40, 'abcdef0123')}`
  const page = await visit({
    wallets: [wallet('Fox', [spender])],
    host: { chains: { eip155: { networks: [ethereum] }, send: {} } },
  })
  await connect(page)
  await page.click(inModal('Send'))
  await page.fill({ role: 'textbox', name: /^Amount in/, inModal: true }, '1.5')
  await page.fill({ role: 'textbox', name: /^To/, inModal: true }, to)
  await page.click(inModal('Review'))
  await page.click(inModal('Send 1.5 ETH'))
  await page.see(inModal(/Sent 1.5 ETH/))
  expect(BigInt((await ask(1, 'eth_getBalance', [to, 'latest'])) as string)).toBe(
    1_500_000_000_000_000_000n,
  )
})

test('Swap swaps the coin of a chain for a token, and the ledger has it', async ({
  visit,
  engineName,
}) => {
  const owner = devAccounts[spenders[engineName]]?.address ?? '0x'
  const { dollar } = swapTokens
  const dollars = async () =>
    BigInt(
      (await ask(1, 'eth_call', [
        { to: dollar.address, data: `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}` },
        'latest',
      ])) as string,
    )
  const page = await visit({
    wallets: [wallet('Fox', [spenders[engineName]])],
    host: { chains: marketChains({ chain: id => ({ url: nodeOf(id) }) }) },
  })
  const before = await dollars()
  await connect(page)
  await page.click(inModal(/^Swap$/))
  await page.click(inModal('Select token'))
  await page.click(inModal(dollar.name))
  await page.fill({ role: 'textbox', name: 'You pay', inModal: true }, '1')
  await page.click(inModal('Review'))
  await page.click(inModal('Swap 1 ETH'))
  await page.see(words(/^Swapped 1 ETH to [\d.,]+ PUSD$/))
  expect((await dollars()) - before).toBeGreaterThan(0n)
})

test('a sign-in is verified by the server, and the page is connected', async ({ visit }) => {
  let server: SignInSite | undefined
  const page = await visit({
    host: {
      chains: {
        eip155: { networks: [ethereum] },
        siwx: { server: '/auth', statement: 'Read your notes.' },
      },
    },
    async site(pages) {
      server = await startSignInSite({ pages, secure: false })
      return server
    },
  })
  await openConnect(page)
  await page.click(inModal('Fox'))
  await page.see(title('Sign in'))
  await page.click(inModal(/^Sign$/))
  await page.gone(dialog)
  await page.see(fact('status connected'))
  expect(server?.answered.filter(answer => answer.includes('verify'))).toEqual(['POST verify 200'])
  expect(server?.refused).toEqual([])
})

test('Disconnect in Settings disconnects the wallet', async ({ visit }) => {
  const page = await visit()
  await connect(page)
  await page.click(inModal('Settings'))
  await page.click(inModal('Disconnect'))
  await page.see(fact('status disconnected'))
  await page.see(connectButton)
})

test('a connection is restored after a reload without a request to the wallet', async ({
  visit,
}) => {
  const page = await visit({ wallets: [fox({ remember: true })] })
  await connect(page)
  await page.reload()
  await page.see(fact('status connected'))
  await page.see(fact(`address ${addressOf(0)}`))
  expect((await page.see(connectButton)).text).toBe(short(addressOf(0)))
  expect(
    await page.tab.run(
      () =>
        window.mockWallets.Fox?.calls.filter(({ method }) => method === 'eth_requestAccounts')
          .length,
    ),
  ).toBe(0)
})

test('two tabs follow each other when one connects and the other disconnects', async ({
  visit,
  another,
}) => {
  const one = await visit({ wallets: [fox({ remember: 'every-tab' })] })
  const two = await another(one)
  await one.tab.show()
  await connect(one)
  await two.see(fact('status connected'))
  await two.tab.run(() => window.host.disconnect())
  await one.see(fact('status disconnected'))
})

/** The names of what has the focus, after each of so many presses of a key. */
async function walk(page: Page, key: string, steps: number): Promise<readonly string[]> {
  const names: string[] = []
  for (let step = 0; step < steps; step++) {
    await page.tab.press(key)
    names.push(await page.focused())
  }
  return names
}
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 20; step++) if (name.test((await walk(page, 'Tab', 1))[0] ?? '')) return
  throw new Error(`Tab never came to ${name}`)
}

test('Tab cycles in the modal, Escape closes the modal, and the button has the focus again', async ({
  visit,
}) => {
  const page = await visit()
  await tabTo(page, /^Connect wallet$/)
  await page.tab.press('Enter')
  await page.see(inModal('Fox'))
  await page.still(dialog)
  const forward = await walk(page, 'Tab', 8)
  expect(forward.filter(name => name === 'Close').length, forward.join(' | ')).toBeGreaterThan(1)
  expect(forward).not.toContain('')
  const back = await walk(page, 'Shift+Tab', 8)
  expect(back.filter(name => name === 'Close').length, back.join(' | ')).toBeGreaterThan(1)
  expect(back).not.toContain('')
  await tabTo(page, /^Fox/)
  await page.tab.press('Enter')
  await page.see(inModal('Copy address'))
  await page.tab.press('Escape')
  await page.gone(dialog)
  expect(await page.focused()).toMatch(/^Account/)
})

test('on a phone the modal is a sheet at the bottom, which closes when it is dragged down', async ({
  visit,
}) => {
  const page = await visit({ path: '/phone.html' })
  await openConnect(page)
  const { left, width, top, height } = await page.still(dialog)
  expect([left, width]).toEqual([0, 390])
  expect(
    Math.abs(top + height - 844),
    'the lower edge of the sheet, in pixels from the lower edge of the screen',
  ).toBeLessThanOrEqual(1) // text heights are fractions of a pixel
  const { center } = await page.still({ css: '.p-grabber' })
  await page.tab.drag(center, { x: center.x, y: center.y + 160 })
  await page.gone(dialog)
})

/** What the panel is drawn with, and how long it rises, in ms. */
const looks = (page: Page) =>
  page.tab.run(() => {
    const panel = document
      .querySelector('portico-root')
      ?.shadowRoot?.querySelector('.p-panel') as Element
    const { backgroundColor, animationDuration } = getComputedStyle(panel)
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    pen.fillStyle = backgroundColor
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
    return {
      isDark: red + green + blue < 384,
      riseMs: Number.parseFloat(animationDuration) * 1_000,
    }
  })

test('the modal is dark or light as the host says', async ({ visit }) => {
  for (const mode of ['dark', 'light'] as const) {
    const page = await visit({ host: { mode } })
    await openConnect(page)
    expect((await looks(page)).isDark, mode).toBe(mode === 'dark')
  }
})

test('the modal is dark when the system is dark, and does not move when the system reduces motion', async ({
  visit,
}) => {
  // The second one has to start a browser.
  const [page, dark] = await Promise.all([
    visit(),
    visit({ preferences: { isDark: true, reducesMotion: true } }),
  ])
  await openConnect(page)
  expect((await looks(page)).riseMs).toBeGreaterThan(50)
  expect(
    await dark.tab.run(() =>
      ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].filter(
        query => !matchMedia(query).matches,
      ),
    ),
  ).toEqual([])
  await openConnect(dark)
  const { isDark, riseMs } = await looks(dark)
  expect(isDark).toBe(true)
  expect(riseMs).toBeLessThan(50)
})

test('the modal is right-to-left in Arabic, with one kind of digits', async ({ visit }) => {
  const page = await visit({
    host: { language: 'ar', chains: { eip155: { networks: [ethereum] }, balances: {}, send: {} } },
  })
  await page.click({ css: 'main button', name: 'ربط المحفظة' })
  await page.click(inModal('Fox'))
  await page.see({ css: '.p-account-balance', text: /[\d٠-٩]/ })
  const found = await page.tab.run(() => {
    const root = document.querySelector('portico-root')?.shadowRoot as ShadowRoot
    const panel = root.querySelector('.p-panel') as Element
    return {
      direction: getComputedStyle(panel).direction,
      arabicIndic: (panel.textContent ?? '').match(/[٠-٩۰-۹]/g)?.length ?? 0,
    }
  })
  expect(found).toEqual({ direction: 'rtl', arabicIndic: 0 })
})
