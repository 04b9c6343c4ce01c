import type { BrowserContext, Page } from '@playwright/test'
import { close, connect, enter, expect, fact, fox, prepare, test } from './visit.js'

/** Counts what each tab writes of ours. */
const countWrites = () => {
  const { setItem } = Storage.prototype
  const writes: string[] = []
  Object.assign(window, { writes })
  Storage.prototype.setItem = function (key, value) {
    if (key.startsWith('portico.')) writes.push(key)
    setItem.call(this, key, value)
  }
}
const written = async (...tabs: readonly Page[]): Promise<number> => {
  const counts = await Promise.all(
    tabs.map(tab => tab.evaluate(() => (window as unknown as { writes: string[] }).writes.length)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
/** Until no tab has written for a second. */
async function quiet(...tabs: readonly Page[]): Promise<void> {
  for (let before = -1, now = await written(...tabs); before !== now; ) {
    before = now
    await tabs[0]?.waitForTimeout(1_000)
    now = await written(...tabs)
  }
}
async function threeTabs(
  context: BrowserContext,
  first: Page,
  before: () => void,
): Promise<readonly [Page, Page, Page]> {
  await prepare(context, { wallets: [fox({ remember: 'every-tab' })] })
  await context.addInitScript(before)
  await context.addInitScript(countWrites)
  const tabs = [first, await context.newPage(), await context.newPage()] as const
  for (const tab of tabs) await enter(tab)
  return tabs
}

for (const [way, before] of [
  ['by BroadcastChannel', () => undefined],
  [
    'by storage events where there is none',
    () => void Reflect.deleteProperty(window, 'BroadcastChannel'),
  ],
] as const)
  test(`[R15] [D12a] a change in one of three tabs, ${way}, reaches the others with at most two writes, and ends equal`, async ({
    page,
    context,
  }) => {
    // It waits nine times until no tab writes any more.
    test.slow()
    const tabs = await threeTabs(context, page, before)
    const [one, two, three] = tabs
    await connect(one)
    for (const tab of tabs) await expect(fact(tab, 'status connected')).toBeVisible()
    await quiet(...tabs)

    const start = await written(...tabs)
    await one.evaluate(() => window.host.switchNetwork('eip155:8453'))
    for (const tab of tabs) await expect(fact(tab, 'network Base')).toBeVisible()
    await quiet(...tabs)
    expect((await written(...tabs)) - start, 'writes for one change').toBeLessThanOrEqual(2)

    // The same command in two tabs at once: neither tab takes the other's write for a new change.
    const middle = await written(...tabs)
    await Promise.all([one, two].map(tab => tab.evaluate(() => window.host.disconnect())))
    await quiet(...tabs)
    expect((await written(...tabs)) - middle, 'writes for two changes at once').toBeLessThanOrEqual(
      4,
    )
    for (const tab of tabs) await expect(fact(tab, 'phase disconnected')).toBeVisible()
    expect(await three.evaluate(() => localStorage.getItem('portico.connection'))).toContain(
      '"connections":[]',
    )

    // Different commands in two tabs at once: a disconnect is never undone, and the network is the
    // same in both.
    await close(one)
    await connect(one)
    for (const tab of tabs) await expect(fact(tab, 'status connected')).toBeVisible()
    await quiet(...tabs)
    const last = await written(...tabs)
    // The end may come before the wallet has said where it is: then the switch says so, and has no
    // effect.
    await Promise.all([
      one.evaluate(() => window.host.disconnect()),
      two.evaluate(() => window.host.switchNetwork('eip155:1').catch(() => undefined)),
    ])
    await quiet(...tabs)
    expect(
      (await written(...tabs)) - last,
      'writes for two different changes at once',
    ).toBeLessThanOrEqual(4)
    for (const tab of tabs) await expect(fact(tab, 'phase disconnected')).toBeVisible()
    const networks = await Promise.all(tabs.map(tab => fact(tab, /^network /).innerText()))
    expect(new Set(networks).size, networks.join()).toBe(1)
    expect(await three.evaluate(() => localStorage.getItem('portico.connection'))).toMatch(
      /"connections":\[\].*"ended":\["eip155\//,
    )
  })
