/**
 * NFTs on a local chain, and what their untrusted media hosts can do: nothing before the person
 * allows pictures, and no more than show a picture then.
 */
import { create2Deployer, type Hex, nftContracts } from '@portico/devnet'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { serveHost } from './surroundings.js'
import {
  addressOf,
  connect,
  connectButton,
  ethereum,
  expect,
  inModal,
  nodeOf,
  prepare,
  test,
  wallet,
} from './visit.js'

const { cards, editions } = nftContracts
const payer = addressOf(5) as Hex
/** No other account has or had any of it. */
const key = generatePrivateKey()
const owner = privateKeyToAddress(key)
const mediaHost = 'https://pictures.example'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4zwACTGCSAQANHQEDqtpfDQAAAABJRU5ErkJggg==',
  'base64',
)
const json = (facts: object) => `data:application/json,${encodeURIComponent(JSON.stringify(facts))}`

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const answer = await fetch(nodeOf(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown }
  expect(error).toBeUndefined()
  return result
}
/** In a block when it is answered. */
async function send(to: Hex, data: Hex): Promise<void> {
  const hash = await ask('eth_sendTransaction', { from: payer, to, data, gas: '0x989680' })
  await expect.poll(() => ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
}

/** Cards of this run alone: the chain is the same for all. */
const first = BigInt(Date.now()) * 10n
const hostile: readonly string[] = [
  json({ name: 'A link', image: 'javascript:alert(1)' }),
  json({
    name: 'A script',
    image: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"><script>window.hacked=1</script></svg>`,
  }),
  `${mediaHost}/long-name.json`,
  json({ name: 'A page', image: `${mediaHost}/page.png` }),
  json({
    name: '<img src=x onerror="window.hacked=1">',
    image: 'http://pictures.example/plain.png',
    animation_url: `${mediaHost}/film.mp4`,
  }),
]

test.beforeAll(async () => {
  for (const { address, deployment } of [cards, editions])
    if ((await ask('eth_getCode', address, 'latest')) === '0x')
      await send(create2Deployer, deployment)
  for (const [at, uri] of [`${mediaHost}/1.json`, ...hostile].entries())
    await send(
      cards.address,
      encodeFunctionData({
        abi: cards.abi,
        functionName: 'mint',
        args: [owner, first + BigInt(at), uri],
      }),
    )
  const one = json({ name: 'Edition', description: 'Twelve of them.' })
  await send(
    editions.address,
    encodeFunctionData({ abi: editions.abi, functionName: 'mint', args: [owner, 1n, 12n, one] }),
  )
})

test('[S2.23] [S2.24] [D40b] minted NFTs are in the grid, pictures load on request only, and hostile ones never', async ({
  page,
  context,
}) => {
  const policy = `default-src 'self'; img-src 'self' data:; connect-src 'self' ${nodeOf(1)} ${mediaHost}; require-trusted-types-for 'script'; trusted-types 'none'`
  const host = await serveHost({ 'content-security-policy': policy })
  const requests: string[] = []
  await context.route(`${mediaHost}/**`, async route => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    requests.push(pathname)
    expect(await request.headerValue('referer')).toBeNull()
    expect(await request.headerValue('cookie')).toBeNull()
    const [contentType, body] = answers[pathname] ?? ['text/plain', 'none']
    await route.fulfill({ contentType, body, headers: { 'access-control-allow-origin': '*' } })
  })
  const collections = [
    `eip155:1/erc721:${cards.address}`,
    `eip155:1/erc1155:${editions.address}`,
  ] as const
  try {
    await prepare(context, {
      wallets: [wallet('Fox', [], { accounts: [key], remember: true })],
      host: { chains: { eip155: { networks: [ethereum] }, history: {}, nfts: { collections } } },
    })
    await context.addInitScript(() => {
      const broken: string[] = []
      Object.assign(window, { broken })
      document.addEventListener('securitypolicyviolation', event =>
        broken.push(`${event.effectiveDirective} ${event.blockedURI}`),
      )
    })
    const enter = async () => {
      await page.goto(host.url)
      await page.waitForFunction(() => 'host' in window)
    }
    await enter()
    await connect(page)
    const root = page.locator('portico-root')
    await expect(root.getByRole('tab')).toHaveText(['NFTs', 'Activity'])
    const tile = (name: string) =>
      root.getByRole('listitem').getByRole('button', { name, exact: false })
    const grid = root.getByRole('list', { name: 'NFTs' })
    await expect(tile('A link')).toBeVisible()
    await expect(tile(`#${String(first).slice(0, 5)}`).first()).toBeAttached()
    expect(requests).toEqual([])

    await inModal(page, 'Show pictures').click()
    // Only visible pictures are requested, so scroll to the end of the grid.
    await grid.getByRole('button').first().focus()
    await page.keyboard.press('End')
    await expect(tile('Edition')).toContainText('×12')
    await expect
      .poll(() => [...new Set(requests)].sort())
      .toEqual(['/1.json', '/1.png', '/long-name.json', '/page.png'])
    const image = (name: string) => tile(name).locator('img')
    await expect(image('Harbor')).toHaveAttribute('src', /^data:image\/png;base64,/)
    await expect
      .poll(() => image('Harbor').evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBe(2)
    await page.keyboard.press('Home')
    await expect(tile('<img src=x')).toBeVisible()
    for (const name of ['A page', '<img src=x', `#${String(first + 3n).slice(0, 11)}`])
      await expect(image(name)).toHaveCount(0)
    await page.keyboard.press('End')
    await expect(image('A link')).toHaveCount(0)

    await tile('Edition').click()
    await expect(root.getByText('Twelve of them.')).toBeVisible()
    await expect(root.getByText('ERC-1155')).toBeVisible()
    await expect(root.locator('iframe, script, video, audio, object, embed')).toHaveCount(0)

    // The permission is stored. The pictures are requested again because the page is new.
    const before = requests.length
    await enter()
    await expect(connectButton(page)).toHaveText(/^0x/)
    await connectButton(page).click()
    await expect(tile('A page')).toBeVisible()
    await expect.poll(() => requests.length).toBeGreaterThan(before)
    await expect(inModal(page, 'Stop loading pictures')).toBeVisible()
    expect(
      await page.evaluate(() => [
        (window as { hacked?: number }).hacked,
        (window as unknown as { broken: string[] }).broken,
        window.host.errors,
      ]),
    ).toEqual([undefined, [], []])
  } finally {
    await host.close()
  }
})

const answers: Readonly<Record<string, readonly [contentType: string, body: string | Buffer]>> = {
  '/1.json': ['application/json', JSON.stringify({ name: 'Harbor', image: `${mediaHost}/1.png` })],
  '/1.png': ['image/png', png],
  '/long-name.json': ['application/json', JSON.stringify({ name: 'x'.repeat(1_048_576) })],
  '/page.png': ['text/html', '<script>window.hacked=1</script>'],
}
