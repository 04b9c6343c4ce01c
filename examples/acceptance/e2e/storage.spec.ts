import { tour } from './surroundings.js'
import {
  addressOf,
  connect,
  connectButton,
  enter,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  owl,
  prepare,
  short,
  test,
} from './visit.js'

test.describe('storage that throws on every access', () => {
  for (const [name, block] of [
    [
      'where reading the property throws',
      () => {
        for (const area of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
          Object.defineProperty(window, area, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError')
            },
          })
      },
    ],
    [
      'where every call throws',
      () => {
        const full = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        }
        for (const method of ['getItem', 'setItem', 'removeItem', 'clear', 'key'])
          Object.defineProperty(Storage.prototype, method, { value: full })
      },
    ],
  ] as const)
    test(`[R16] the full tour passes with one warning ${name}`, async ({ page, visit }) => {
      await page.addInitScript(block)
      await visit({ wallets: [fox(), owl()] })
      await tour(page)
      const errors = await page.evaluate(() => window.host.errors)
      expect(errors.map(({ code }) => code)).toEqual(['STORAGE'])
    })
})

test('the full tour passes without a line in the console', async ({ page, visit }) => {
  await visit({ wallets: [fox(), owl()], host: { speaks: true } })
  await tour(page)
})

test.describe('storage that holds garbage or an older version', () => {
  const connection = (saved: unknown, version: unknown = 1) => JSON.stringify({ version, saved })
  const polluted = `{"version":1,"saved":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"networks":{"__proto__":{"polluted":1}}}}`
  const found: Readonly<Record<string, string>> = {
    'no JSON': '{"version":1,"saved":',
    'a web page': '<!doctype html><title>Welcome</title>',
    null: 'null',
    number: '7',
    'an older version': connection({ connected: ['fox'], chain: 1 }, 0),
    'a newer version': connection({}, 99),
    'no version': JSON.stringify({ connections: [] }),
    'a version that is none': connection({}, '1'),
    'wrong types': connection({
      namespace: 7,
      networks: [],
      connections: 'all',
      active: null,
      ended: {},
      recent: 3,
    }),
    'deep nonsense': connection({
      namespace: '<img src=x onerror=alert(1)>',
      networks: { eip155: 'javascript:alert(1)' },
      connections: [
        null,
        { namespace: 'eip155', connector: 'x'.repeat(9_999), wallet: {} },
        {
          namespace: 'eip155',
          connector: 'a\u0000b',
          wallet: { name: '\u202E', imageUrl: 'javascript:alert(1)' },
        },
        {
          namespace: 'nowhere',
          connector: 'test.ghost',
          wallet: { name: 'Ghost', imageUrl: 'http://icons.example/ghost.png' },
        },
      ],
      active: { eip155: {} },
      ended: [1, 2],
      recent: [{ id: 'rdns:x', name: 'Y', link: 'javascript:alert(1)' }],
    }),
    polluted,
    'far too much': connection({ connections: ['x'.repeat(70_000)] }),
  }
  test('[S13] [R17] [D11a] [S3] stored garbage and older versions are dropped or read, and a wallet connects', async ({
    context,
    said,
  }) => {
    await prepare(context)
    for (const [name, text] of Object.entries(found)) {
      const page = await context.newPage()
      await page.addInitScript(text => {
        if (!sessionStorage.getItem('seeded'))
          for (const slice of ['connection', 'theme', 'text'])
            localStorage.setItem(`portico.${slice}`, text)
        sessionStorage.setItem('seeded', 'yes')
      }, text)
      const requests: string[] = []
      page.on('request', request => requests.push(request.url()))
      await enter(page)
      await expect(connectButton(page), name).toHaveText('Connect wallet')
      await connect(page)
      await expect(fact(page, `address ${addressOf(0)}`)).toBeVisible()
      expect(
        await page.evaluate(() => ({
          polluted: ({} as { polluted?: unknown }).polluted,
          warnings: window.host.errors.filter(({ code }) => code !== 'STORAGE').length,
        })),
        name,
      ).toEqual({ warnings: 0 })
      expect(await page.evaluate(() => window.host.errors.length), name).toBeLessThanOrEqual(1)
      expect(requests.filter(url => url.includes('icons.example'))).toEqual([])
      await page.evaluate(() => window.host.disconnect())
      await page.close()
    }
    expect(said).toEqual([])
  })
})

for (const [way, prepareTabs] of [
  ['[D12a] by BroadcastChannel', () => undefined],
  [
    '[D12b] by storage events where there is none',
    () => {
      Reflect.deleteProperty(window, 'BroadcastChannel')
    },
  ],
] as const)
  test(`[R15] two tabs follow each other within 1 s, ${way}`, async ({ page, context }) => {
    await prepare(context, { wallets: [fox({ remember: 'every-tab' })] })
    await context.addInitScript(prepareTabs)
    await context.addInitScript(() => {
      const { setItem } = Storage.prototype
      Object.assign(window, { written: 0 })
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('portico.'))
          Object.assign(window, { written: (window as unknown as { written: number }).written + 1 })
        setItem.call(this, key, value)
      }
    })
    const written = async () => {
      const counts = await Promise.all(
        [page, other].map(tab =>
          tab.evaluate(() => (window as unknown as { written: number }).written),
        ),
      )
      return (counts[0] ?? 0) + (counts[1] ?? 0)
    }
    const other = await context.newPage()
    await enter(page)
    await enter(other)

    await openConnect(page)
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await expect(connectButton(other)).toHaveText(short(addressOf(0)), { timeout: 1_000 })
    expect(
      await other.evaluate(() =>
        window.mockWallets.Fox?.calls.some(({ method }) => method === 'eth_requestAccounts'),
      ),
    ).toBe(false)
    await page.waitForTimeout(400)
    const connected = await written()
    expect(connected, 'writes for one connection').toBeLessThanOrEqual(2)

    await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
    await expect(fact(other, 'network Base')).toBeVisible({ timeout: 1_000 })
    // Its wallet tells every tab, and a tab may keep that up to 600 ms later: it would be counted
    // as a write of the disconnect.
    await page.waitForTimeout(700)

    const before = await written()
    expect(before - connected, 'writes for one network').toBeLessThanOrEqual(2)
    await other.evaluate(() => window.host.disconnect())
    await expect(fact(page, 'status disconnected')).toBeVisible({ timeout: 1_000 })
    await page.waitForTimeout(600)
    expect((await written()) - before, 'writes for one disconnect').toBeLessThanOrEqual(2)
    await expect(fact(page, 'phase disconnected')).toBeVisible()
    await expect(fact(other, 'phase disconnected')).toBeVisible()
  })
