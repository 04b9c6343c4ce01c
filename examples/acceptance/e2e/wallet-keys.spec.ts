/** The keys of the embedded wallet in Chromium: a real worker, IndexedDB and WebCrypto. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { judge as judgeBitcoin } from '@portico/signatures/bitcoin'
import { judge as judgeSolana } from '@portico/signatures/solana'
import { judge as judgeSubstrate } from '@portico/signatures/substrate'
import { buildRecoveryFile } from '@portico/wallet-frame/recovery-file'
import { verifyMessage } from 'viem'
import { release } from '../../../sdk/wallet-frame/test/key-rig.js'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

const person = 'person-1'
let folder = ''
let server: Awaited<ReturnType<typeof serve>>
test.beforeAll(async () => {
  folder = await buildPage(join(root, 'examples/acceptance/fixtures/wallet-keys'), 'wallet-keys')
  server = await serve(folder)
})
test.afterAll(() => server.close())

async function visit(page: Page): Promise<void> {
  await page.goto(server.url)
  await page.waitForFunction(() => 'keys' in window)
}
const releaseTo = (page: Page, kept: { person: string; version: number; share: string }) =>
  release({ newLoginKey: () => page.evaluate(() => window.keys.newLoginKey()) }, kept)

/** A wallet whose shares the server has. */
async function makeWallet(page: Page) {
  const { version, share, walletId } = await page.evaluate(async person => {
    const made = await window.keys.create({ person })
    await window.keys.confirmShares(made.version)
    return made
  }, person)
  return { person, version, share, walletId }
}
const accountsOf = (page: Page) =>
  page.evaluate(() =>
    window.keys.accounts({
      networks: [
        { namespace: 'eip155' },
        { namespace: 'solana' },
        { namespace: 'polkadot', prefix: 0 },
        { namespace: 'bip122', network: 'mainnet' },
      ],
    }),
  )

test('a wallet signs in all four namespaces, and signs with the same accounts after a reload', async ({
  page,
}) => {
  await visit(page)
  const kept = await makeWallet(page)
  const accounts = await accountsOf(page)
  const [ethereum, solana, polkadot, bitcoin] = accounts.map(({ address }) => address)

  await visit(page)
  expect(await page.evaluate(() => window.keys.status())).toEqual({ phase: 'locked' })
  expect(await page.evaluate(person => window.keys.wallet(person), person)).toMatchObject({
    accounts,
  })
  const released = await releaseTo(page, kept)
  await page.evaluate(ask => window.keys.open(ask), { person, released })
  expect(await accountsOf(page)).toEqual(accounts)

  const signed = await page.evaluate(async address => {
    const hex = '0x68656c6c6f'
    const requests = [
      { kind: 'eip155/message', message: hex },
      { kind: 'solana/message', message: btoa('hello') },
      { kind: 'polkadot/bytes', data: hex },
      { kind: 'bip122/message', network: 'mainnet', address, message: 'hello' },
    ] as const
    const results = []
    for (const request of requests) {
      const first = performance.now()
      await window.keys.sign(request)
      const start = performance.now()
      const result = await window.keys.sign(request)
      const end = performance.now()
      const signature = 'signature' in result ? result.signature : ''
      results.push({ kind: request.kind, signature, first: start - first, next: end - start })
    }
    return results
  }, bitcoin ?? '')
  const [one, two, three, four] = signed.map(({ signature }) => signature)
  const isRight = await verifyMessage({
    address: ethereum as `0x${string}`,
    message: 'hello',
    signature: one as `0x${string}`,
  })
  expect(isRight).toBe(true)
  expect(judgeSolana(solana ?? '', 'hello', two ?? '')).toEqual({ scheme: 'ed25519' })
  expect(judgeSubstrate(polkadot ?? '', 'hello', three ?? '')).toEqual({ scheme: 'sr25519' })
  expect(judgeBitcoin(bitcoin ?? '', 'hello', four ?? '')).toEqual({ scheme: 'bip322' })
  for (const { kind, first, next } of signed) {
    console.log(`${kind}: ${Math.round(first)} ms at first, then ${Math.round(next)} ms`)
    expect(next).toBeLessThan(150)
  }
})

test('the code that the worker loads before a signature has at most 60 kB gzip', () => {
  const assets = join(folder, 'assets')
  const sizes = readdirSync(assets)
    .filter(name => name.endsWith('.js'))
    .map(name => [name, gzipSync(readFileSync(join(assets, name))).length] as const)
  console.log(sizes.map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(1)} kB`).join(', '))
  const worker = sizes.find(([name]) => name.startsWith('key-worker-'))
  expect(worker?.[1]).toBeLessThan(60_000)
})

test('a person who cleared the browser recovers the same words by a code', async ({
  browser,
  page,
}) => {
  await visit(page)
  const kept = await makeWallet(page)
  const made = await page.evaluate(async () => {
    const code = await window.keys.newRecoveryCode()
    const { blob } = await window.keys.wrapRecovery({ kind: 'code', code })
    return { code, blob, words: await window.keys.exportWords() }
  })
  const fresh = await (await browser.newContext()).newPage()
  await visit(fresh)
  const released = await releaseTo(fresh, kept)
  const words = await fresh.evaluate(
    async ({ code, ...ask }) => {
      const secret = { kind: 'code', code: code.toLowerCase() } as const
      await window.keys.recover({ ...ask, secret })
      await window.keys.resplit({ recovery: [secret] })
      await window.keys.confirmShares(2)
      return window.keys.exportWords()
    },
    { person, released, blob: made.blob, code: made.code },
  )
  expect(words).toBe(made.words)
  await fresh.context().close()
})

test('the recovery file makes the words of any two parts without a network', async ({
  browser,
  page,
}) => {
  await visit(page)
  const { share } = await makeWallet(page)
  const made = await page.evaluate(async () => {
    const code = await window.keys.newRecoveryCode()
    const { blob } = await window.keys.wrapRecovery({ kind: 'code', code })
    const device = await window.keys.exportDeviceShare()
    return { code, blob, device, words: await window.keys.exportWords() }
  })
  const file = join(folder, 'recovery.html')
  writeFileSync(file, (await buildRecoveryFile()).html)

  const context = await browser.newContext({ offline: true })
  const alone = await context.newPage()
  const requests: string[] = []
  const problems: string[] = []
  alone.on('request', request => requests.push(request.url()))
  alone.on('pageerror', error => problems.push(error.message))
  const fields = { '1. Part of a device': made.device, '2. Part of the server': share } as const
  const code = {
    '3. Recovery code': made.code.toLowerCase(),
    'Data that belongs to the recovery code': made.blob,
  }
  const url = pathToFileURL(file).href
  for (const given of [
    fields,
    { '1. Part of a device': made.device, ...code },
    { '2. Part of the server': share, ...code },
  ]) {
    await alone.goto(url)
    for (const [label, text] of Object.entries(given)) await alone.getByLabel(label).fill(text)
    await alone.getByRole('button', { name: 'Show my words' }).click()
    await expect(alone.getByRole('status')).toHaveText(made.words)
  }
  await alone.getByLabel('3. Recovery code').fill('ABCD-EFGH')
  await alone.getByRole('button', { name: 'Show my words' }).click()
  await expect(alone.getByRole('alert')).toContainText('typing mistake')
  await expect(alone.getByRole('status')).toBeEmpty()
  expect([requests, problems]).toEqual([[url, url, url], []])
  // Its own policy refuses what is not its own script, even code that was put into the page.
  const blocked = await alone.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "changed"'
    document.body.append(script)
    const answer = await fetch('https://example.com').then(
      () => 'answered',
      () => 'refused',
    )
    return [document.title, answer]
  })
  expect(blocked).toEqual(['Recover your wallet', 'refused'])
  await context.close()
})
