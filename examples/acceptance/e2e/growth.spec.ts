import type { CDPSession, Page } from '@playwright/test'
import { countTimers, openAndCloseTimes } from '../bench/in-page.mjs'
import {
  close,
  connect,
  connectButton,
  enter,
  expect,
  fox,
  inModal,
  owl,
  prepare,
  test,
  title,
} from './visit.js'

// A trace keeps what it has taken pictures of, so that nothing would ever be collected.
test.use({ trace: 'off' })

interface Held {
  readonly nodes: number
  readonly listeners: number
  readonly timers: number
}
/**
 * What a page holds after a forced collection, once that is the same twice: the modal puts things
 * away after it has closed.
 */
async function held(page: Page, devtools: CDPSession): Promise<Held> {
  const count = async (): Promise<Held> => {
    for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners: listeners } = await devtools.send('Memory.getDOMCounters')
    return {
      nodes,
      listeners,
      timers: await page.evaluate(
        () => (window as unknown as { liveTimers: Set<unknown> }).liveTimers.size,
      ),
    }
  }
  for (let before = await count(); ; ) {
    await page.waitForTimeout(400)
    const now = await count()
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

const openAndClose = (row: string) => async (page: Page) => {
  await connectButton(page).click()
  await expect(inModal(page, row)).toBeVisible()
  await close(page)
}
const visitSettings = async (page: Page) => {
  await connectButton(page).click()
  await inModal(page, 'Settings').click()
  await expect(title(page, 'Settings')).toBeVisible()
  await inModal(page, 'Back').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await close(page)
}
for (const [what, isConnected, cycle] of [
  ['opening and closing', false, openAndClose('Fox')],
  ['opening and closing while connected', true, openAndClose('Copy address')],
  ['looking into Settings', true, visitSettings],
] as const)
  test(`[R30] ${what}, from the second time on, leaves no node, no listener and no timer behind`, async ({
    page,
    context,
  }) => {
    // Without the prefetch, which allocates once, when the page is idle.
    await prepare(context, { wallets: [fox(), owl()], host: { prefetch: 'none' } })
    await context.addInitScript(countTimers)
    await enter(page)
    const devtools = await context.newCDPSession(page)
    if (isConnected) {
      await connect(page)
      await close(page)
    }
    // What the first time brings stays for the next: the modal's style sheets, the wallets that
    // were found.
    for (let time = 0; time < 2; time++) await cycle(page)
    const first = await held(page, devtools)
    for (let time = 0; time < 15; time++) await cycle(page)
    expect(await held(page, devtools)).toEqual(first)
  })

test.describe('a page that opens and closes the modal a thousand times', () => {
  // What fades in and out takes frames, and holds nothing more.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('[R30] a page gains at most 2 MB, and no node, no listener and no timer, from the hundredth time on', async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000)
    await prepare(context, { wallets: [fox(), owl()] })
    await context.addInitScript(countTimers)
    await enter(page)
    const devtools = await page.context().newCDPSession(page)
    const openAndClose = (times: number) =>
      page.evaluate(openAndCloseTimes, {
        times,
        button: 'main .portico-button[data-state="disconnected"]',
      })
    const heapMegabytes = async () =>
      (await devtools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
    await openAndClose(100)
    const [first, firstHeap] = [await held(page, devtools), await heapMegabytes()]
    await openAndClose(900)
    const [last, lastHeap] = [await held(page, devtools), await heapMegabytes()]
    test.info().annotations.push({
      type: 'figures',
      description: JSON.stringify({ first, last, grownMegabytes: lastHeap - firstHeap }),
    })
    expect(last).toEqual(first)
    expect(lastHeap - firstHeap).toBeLessThanOrEqual(2)
  })
})
