/** The connect gate (legal terms before wallets), and the Safe app, which frames the page. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, FrameLocator, Page } from '@playwright/test'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { safeAccounts, signForSafe } from '../fixtures/safe-accounts.js'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { serveHost } from './surroundings.js'
import {
  addressOf,
  callsOf,
  connectButton,
  ethereum,
  expect,
  fox,
  inModal,
  nodeOf,
  openConnect,
  prepare,
  relayUrl,
  test,
  title,
} from './visit.js'

const networks = [ethereum]
const legal = {
  legalCheckbox: true,
  termsConditionsUrl: 'https://app.example/terms',
  privacyPolicyUrl: 'https://app.example/privacy',
}
const box = (page: Page) => page.getByRole('checkbox')
const held = (page: Page) => page.evaluate(() => Object.keys(window.host.session.connections))

test('[S3.71] each way to connect is blocked by keyboard until the legal checkbox is ticked, and works after it', async ({
  page,
  visit,
}) => {
  await visit({
    host: {
      chains: {
        eip155: { networks },
        walletconnect: { relayUrl },
        directory: {},
        connectGate: legal,
      },
    },
  })
  await connectButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeVisible()
  for (const way of ['Fox', 'WalletConnect', /^All wallets/]) {
    await inModal(page, way).focus()
    await page.keyboard.press(way === 'Fox' ? 'Enter' : 'Space')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Tick this box' })).toHaveCount(1)
  expect({
    held: await held(page),
    requests: await callsOf(page, 'Fox', 'eth_requestAccounts'),
  }).toEqual({ held: [], requests: 0 })
  // The person can still read what they agree to, get help, or leave.
  await expect(page.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
    'href',
    legal.termsConditionsUrl,
  )
  await inModal(page, 'What is a wallet?').click()
  await expect(title(page, 'What is a wallet?')).toBeVisible()
  await inModal(page, 'Back').click()

  await box(page).focus()
  await page.keyboard.press('Space')
  await expect(box(page)).toBeChecked()
  await inModal(page, 'Fox').focus()
  await page.keyboard.press('Enter')
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('[S3.71] a wallet opened without the Connect view shows the legal checkbox first, and continues after it', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [],
    host: {
      chains: {
        eip155: { networks },
        walletconnect: { relayUrl },
        directory: {},
        connectGate: legal,
      },
    },
  })
  await page.evaluate(() =>
    window.host.portico.open({ view: { kind: 'view', id: 'AllWallets' } as never }),
  )
  await inModal(page, 'Rainbow').click()
  await expect(title(page, 'Before you connect')).toBeVisible()
  await inModal(page, 'Continue').click()
  await expect(box(page)).toBeFocused()
  expect(await held(page)).toEqual([])
  await box(page).press('Space')
  await inModal(page, 'Continue').click()
  await expect(title(page, 'Rainbow')).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => (window.host.slice('pairing') as { phase: { name: string } }).phase.name),
    )
    .toBe('offered')
  await inModal(page, 'Back').click()
  await expect(title(page, 'All wallets')).toBeVisible()
})

test('"What is a wallet?" and "I don’t have a wallet" lead to wallets for beginners by keyboard, and back', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [], host: { chains: { eip155: { networks }, directory: {} } } })
  await openConnect(page)
  await inModal(page, 'I don’t have a wallet').focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Get a wallet')).toBeVisible()
  await inModal(page, /^MetaMask/).focus()
  await page.keyboard.press('Enter')
  await expect(inModal(page, 'Chrome Web Store')).toBeVisible()
  for (const _step of [1, 2]) await inModal(page, 'Back').click()
  await inModal(page, 'What is a wallet?').click()
  await inModal(page, 'Get a wallet').click()
  await expect(inModal(page, /^MetaMask/)).toBeVisible()
})

// A Safe
// ---------------------------------------------------------------------------------------------------------------

const hash = `0x${'ab'.repeat(32)}`
const [owner, coOwner, outsider] = [1, 2, 3].map(digit =>
  privateKeyToAccount(`0x${`${digit}7`.repeat(32)}`),
) as [PrivateKeyAccount, PrivateKeyAccount, PrivateKeyAccount]
/**
 * Imitates the Safe app that frames the page; the contracts are Safe's own. `window.requests` has
 * the requests that it received, and `signAsOwners` signs for its owners.
 */
function playSafe([safeAddress, safeTxHash]: readonly [string, string]) {
  const requests: unknown[] = []
  const { signAsOwners } = window as unknown as {
    signAsOwners: (message: string) => Promise<string>
  }
  const answers: Record<string, (params: { message: string }) => unknown> = {
    getSafeInfo: () => ({ safeAddress, chainId: 1, threshold: 2, owners: [], isReadOnly: false }),
    signMessage: async ({ message }) => ({ signature: await signAsOwners(message) }),
    sendTransactions: () => ({ safeTxHash }),
  }
  Object.assign(window, { requests })
  addEventListener('message', async ({ data, source }) => {
    const { id, method, params, env } = Object(data)
    if (typeof env?.sdkVersion !== 'string' || !(method in answers)) return
    requests.push({ method, params })
    source?.postMessage(
      { id, success: true, version: '9.1.0', data: await answers[method]?.(params) },
      { targetOrigin: '*' },
    )
  })
}
/** A page that imitates the Safe app, on another origin, around the host. */
async function framed(
  page: Page,
  safeAddress: string,
  run: (frame: FrameLocator, host: Frame) => Promise<void>,
  isNamed = true,
) {
  const app = await serveHost({ 'access-control-allow-origin': '*' })
  const folder = join(runFolder(), 'pages', `safe-${test.info().parallelIndex}`)
  mkdirSync(folder, { recursive: true })
  const around = await serve(folder)
  try {
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><title>Safe</title><link rel="icon" href="data:,"><script>(${playSafe})(${JSON.stringify([safeAddress, hash])})</script><iframe title="The app" src="${app.url}" style="width:100%;height:700px"></iframe></html>`,
    )
    const origins = isNamed ? [around.url] : ['https://safe.example']
    await prepare(page.context(), {
      wallets: [fox()],
      host: { chains: { eip155: { networks }, safe: { origins } } },
    })
    await page.goto(around.url)
    const frame = page.frameLocator('iframe')
    await frame.locator('main').getByRole('button', { name: 'Connect wallet' }).click()
    await expect(frame.locator('portico-root').getByRole('button', { name: 'Fox' })).toBeVisible()
    const host = page.frames().find(one => one !== page.mainFrame())
    if (!host) throw new RangeError('No frame.')
    await run(frame, host)
  } finally {
    await Promise.all([app.close(), around.close()])
  }
}
const requestsOf = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { requests: { method: string; params: unknown }[] }).requests,
  )
test('[S12] [S35] a Safe around the page is a wallet that connects, signs and sends by its owners, and returns after a reload', async ({
  page,
}) => {
  const safe = await (await safeAccounts(nodeOf(1)))([owner, coOwner])
  let signers = [owner, coOwner]
  await page.exposeFunction('signAsOwners', (message: string) =>
    signForSafe(safe, message, signers),
  )
  await framed(page, safe.address, async (frame, host) => {
    const inFrame = (name: string) => frame.locator('portico-root').getByRole('button', { name })
    await inFrame('Safe').click()
    await expect(inFrame('Copy address')).toBeVisible()
    const accounts = () =>
      Object.values(window.host.session.connections).flatMap(({ accounts }) =>
        accounts.map(({ type }) => type),
      )
    expect(await host.evaluate(accounts)).toEqual(['smartAccount'])
    const signed = await host.evaluate(() => window.host.sign('Treasury'))
    expect(signed).toMatchObject({
      signature: await signForSafe(safe, 'Treasury', signers),
      scheme: 'eip191',
    })
    expect((await requestsOf(page)).at(-1)).toEqual({
      method: 'signMessage',
      params: { message: 'Treasury' },
    })
    const refused = () =>
      host.evaluate(() => window.host.sign('Treasury').catch(({ code }) => code))
    for (const wrong of [[owner], [owner, outsider]]) {
      signers = wrong
      expect(await refused(), 'where the contract does not say that the signature is its own').toBe(
        'WALLET_ANSWER',
      )
    }
    await host.evaluate(
      to => void window.host.send(to as `0x${string}`, '1500000000000000000'),
      safe.address,
    )
    await expect
      .poll(async () => (await requestsOf(page)).at(-1))
      .toMatchObject({
        method: 'sendTransactions',
        params: { txs: [{ value: '1500000000000000000', data: '0x' }] },
      })
    expect(await host.evaluate(() => window.host.errors)).toEqual([])

    await host.evaluate(() => location.reload())
    await expect(frame.getByText('status connected')).toBeVisible()
  })
})

test('[S12] a page that imitates a Safe from an origin that the host did not name is no wallet', async ({
  page,
}) => {
  await framed(
    page,
    addressOf(0),
    async (frame, host) => {
      // Every connector has answered the discovery, or failed.
      await host.evaluate(() => window.host.call('connection', 'discover'))
      await expect(frame.locator('portico-root').getByRole('button', { name: 'Safe' })).toHaveCount(
        0,
      )
      expect(await requestsOf(page)).toEqual([])
    },
    false,
  )
})
