/**
 * How long a page computes, in milliseconds that do not depend on how fast or how busy this machine
 * is.
 */
import type { Page } from '@playwright/test'

export interface Work {
  /** All tasks of the page's thread together. */
  readonly totalMs: number
  readonly longestTaskMs: number
}
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  /** Without the time in which another program had the processor. */
  readonly tdur?: number
}
const startMark = 'portico-work'
const categories = ['disabled-by-default-devtools.timeline', 'blink.user_timing']

/** Milliseconds of processor time that the page's thread spends while `act` runs. */
async function processorTime(page: Page, act: () => Promise<unknown>): Promise<Work> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on(
    'Tracing.dataCollected',
    ({ value }) => void events.push(...(value as unknown as TraceEvent[])),
  )
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await page.evaluate(name => void performance.mark(name), startMark)
  await act()
  const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  await devtools.detach()
  // Several processes and threads run tasks: ours is the one that has the mark.
  const mark = events.find(({ name }) => name === startMark)
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === mark?.pid && tid === mark.tid,
  )
  if (!mark || !tasks.length) throw new Error('The trace holds no task of the page.')
  const times = tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1_000)
  return { totalMs: times.reduce((sum, ms) => sum + ms, 0), longestTaskMs: Math.max(...times) }
}

/**
 * The yardstick: builds, lays out and paints a list of a thousand rows by hand, in a shadow root as
 * ours.
 */
const buildRows = (page: Page) =>
  page.evaluate(async () => {
    const host = document.createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent =
      'li { display: flex; gap: 8px } button { display: flex; flex: 1; min-width: 0 } span { overflow: hidden; text-overflow: ellipsis }'
    const list = document.createElement('ul')
    for (let at = 0; at < 1_000; at++) {
      const [row, button, name] = [
        document.createElement('li'),
        document.createElement('button'),
        document.createElement('span'),
      ]
      name.textContent = `Row ${at} of the yardstick`
      button.append(name)
      row.append(button)
      list.append(row)
    }
    root.append(style, list)
    document.body.append(host)
    // Its paint is done in the frame after the next.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    host.remove()
    await new Promise(requestAnimationFrame)
  })
/**
 * What the yardstick takes on a mid-range laptop with nothing else to do, for which the figures of
 * speed are meant.
 */
const yardstickMs = 50

export interface Round {
  /** Brings the page to where `act` begins. */
  readonly before?: () => Promise<unknown>
  /** The measured figures. */
  readonly act: () => Promise<unknown>
}
/**
 * Measures work in milliseconds of a mid-range laptop: runs it several times, each time beside the
 * yardstick in the same page, and takes the least of both. Others that keep this machine busy make
 * both slower alike.
 */
export async function leastWork(page: Page, { act, before }: Round, rounds = 5): Promise<Work> {
  const own: Work[] = []
  const yardstick: Work[] = []
  for (let round = 0; round < rounds; round++) {
    await before?.()
    yardstick.push(await processorTime(page, () => buildRows(page)))
    own.push(await processorTime(page, act))
  }
  const scale = yardstickMs / Math.min(...yardstick.map(({ totalMs }) => totalMs))
  const least = (of: (one: Work) => number) => Math.round(Math.min(...own.map(of)) * scale)
  return { totalMs: least(one => one.totalMs), longestTaskMs: least(one => one.longestTaskMs) }
}
