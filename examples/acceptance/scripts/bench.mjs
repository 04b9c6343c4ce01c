import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { logInByCode, namespaces, signInWorker } from '../bench/embedded.mjs'
import {
  blockedOnLoad,
  openAndClose,
  openPreloaded,
  openReal,
  openSlowly,
  openTwice,
  openWallets,
  realWaves,
  scrollHistory,
  searchWallets,
} from '../bench/measure.mjs'
import { serveAsInProduction } from '../bench/production-server.mjs'
import { browser, browserArgs } from './browser.mjs'
import { compile } from './build.mjs'
import { run } from './process.mjs'
import { result } from './results.mjs'
import { root } from './workspaces.mjs'
import { buildPage } from './world.mjs'

/** @import { Browser } from '@playwright/test' */
/** @import { Opened } from '../bench/measure.mjs' */
/** @import { Result } from './results.mjs' */

/**
 * `baseline` is the same of a page that is written by hand or has nothing of ours, `ratio` how many
 * times that we take.
 * `limit` is the most that `value` may be, in the same unit.
 *
 * @typedef {{ id: string, value: number, unit: 'ms' | 'score' | 'MB' | 'count' | '% of a core', baseline: number |
 * null, ratio: number | null, limit: number }} Figure
 */
/** @typedef {{ host: string, floor: string, alone: string }} Urls */

const rounds = 9
const slowdowns = [1, 4]
const megabyte = 2 ** 20
const acceptance = join(root, 'examples', 'acceptance')

const median = (/** @type {number[]} */ values) =>
  /** @type {number} */ (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)])
const rounded = (/** @type {number} */ value) => Math.round(value * 100) / 100

/**
 * @param {string} id
 * @param {Figure['unit']} unit
 * @param {number} value
 * @param {number} limit
 * @param {number} [baseline]
 * @returns {Figure}
 */
const figure = (id, unit, value, limit, baseline) => ({
  id,
  value: rounded(value),
  unit,
  baseline: baseline === undefined ? null : rounded(baseline),
  ratio: baseline ? rounded(value / baseline) : null,
  limit: rounded(limit),
})

/** @param {number} plugins @returns {Promise<number>} ms of a first boot, in a fresh process */
async function boot(plugins) {
  const { code, output } = await run(
    process.execPath,
    [join(acceptance, 'bench', 'boot.mjs'), String(plugins)],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`The kernel did not boot with ${plugins} plugins:\n${output}`)
  return Number(output)
}

/** @returns {Promise<Figure[]>} */
async function bootFigures() {
  const figures = []
  for (const plugins of [10, 100]) {
    const values = []
    for (let round = 0; round < rounds; round++) values.push(await boot(plugins))
    figures.push(figure(`boot/${plugins}-plugins`, 'ms', median(values), 10))
  }
  return figures
}

/**
 * From the click to a Connect view that stands still, beside the page written by hand.
 * @param {Browser} chrome
 * @param {Urls} urls
 * @returns {Promise<Figure[]>}
 */
async function openFigures(chrome, { host, floor }) {
  /** @type {Figure[]} */
  const figures = []
  let shift = 0
  for (const slowdown of slowdowns) {
    /** @type {{ cold: Opened, warm: Opened }[]} */
    const ours = []
    /** @type {{ cold: Opened, warm: Opened }[]} */
    const byHand = []
    /** @type {Opened[]} */
    const preloaded = []
    for (let round = 0; round < rounds; round++) {
      const opened = await openTwice(chrome, { url: host, slowdown }, round, rounds)
      shift = Math.max(shift, opened.shift)
      ours.push(opened)
      byHand.push(await openTwice(chrome, { url: floor, slowdown }, round, rounds))
      preloaded.push(await openPreloaded(chrome, { url: host, slowdown }, round, rounds))
    }
    for (const when of /** @type {const} */ (['painted', 'stable'])) {
      const cold = median(byHand.map(each => each.cold[when]))
      const warm = median(byHand.map(each => each.warm[when]))
      figures.push(
        figure(
          `open/cold/${when}/${slowdown}x`,
          'ms',
          median(ours.map(each => each.cold[when])),
          cold * 1.6,
          cold,
        ),
        figure(
          `open/warm/${when}/${slowdown}x`,
          'ms',
          median(ours.map(each => each.warm[when])),
          warm + 17,
          warm,
        ),
        figure(
          `open/preloaded/${when}/${slowdown}x`,
          'ms',
          median(preloaded.map(each => each[when])),
          slowdown === 1 ? 50 : 110,
        ),
      )
    }
  }
  return [...figures, figure('open/layout-shift', 'score', shift, 0)]
}

/** How often the real page and the dialog written by hand are opened, alternating. */
const realRounds = 15
/**
 * How many times the floor the real page may take, by CPU slowdown: after idle, and when everything
 * is fetched by the click.
 */
const realLimits = /** @type {const} */ ({ idle: { 1: 3, 4: 3.5 }, none: { 1: 4, 4: 4 } })
/**
 * The visitors of the real page. With wallets WalletConnect has an icon besides, which the dialog
 * written by hand does not show.
 */
const realVisitors = [
  { who: 'no-wallet', hasWallets: false, images: 7, byHand: 7 },
  { who: 'three-wallets', hasWallets: true, images: 4, byHand: 3 },
]
/**
 * Texts by which a built script is recognised: the relay protocol, and the generators of the
 * curves.
 */
const heavy = [
  { name: 'WalletConnect', text: /irn_batchSubscribe|irn_publish/ },
  { name: 'secp256k1', text: /79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798/i },
  { name: 'ed25519', text: /216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a/i },
]

/**
 * Four chains, the directory, WalletConnect, every feature and the host's own button: from the
 * click to rows that stand still, beside a dialog written by hand in the same page. The figure of a
 * stage is that of the visitor for whom the ratio is worse; both are in it.
 *
 * @param {Browser} chrome
 * @param {string} url
 * @returns {Promise<Figure[]>}
 */
async function realFigures(chrome, url) {
  const figures = []
  for (const slowdown of /** @type {const} */ ([1, 4])) {
    /** @type {Record<'idle' | 'none', (Figure & { visitor: string })[]>} */
    const byStage = { idle: [], none: [] }
    for (const { who, hasWallets, images, byHand } of realVisitors) {
      /** @type {Record<'idle' | 'none' | 'floor', number[]>} */
      const taken = { idle: [], none: [], floor: [] }
      const opens = [
        { into: taken.idle, visit: { url, button: '#ours', images } },
        { into: taken.none, visit: { url: `${url}/?prefetch=none`, button: '#ours', images } },
        {
          into: taken.floor,
          visit: { url: `${url}/?prefetch=none`, button: '#by-hand', images: byHand },
        },
      ]
      for (let round = 0; round < realRounds; round++)
        for (const { into, visit } of opens)
          into.push(
            (await openReal(chrome, { ...visit, slowdown, hasWallets }, round, realRounds)).stable,
          )
      const floor = median(taken.floor)
      for (const stage of /** @type {const} */ (['idle', 'none'])) {
        const limit = floor * realLimits[stage][slowdown]
        byStage[stage].push({
          ...figure(`open/real/${stage}/${slowdown}x`, 'ms', median(taken[stage]), limit, floor),
          visitor: who,
        })
      }
    }
    for (const visitors of Object.values(byStage)) {
      const [worst] = visitors.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))
      if (!worst) continue
      const parts = visitors.map(({ visitor, value, baseline, ratio }) => ({
        visitor,
        ms: value,
        floorMs: baseline,
        ratio,
      }))
      figures.push({ ...worst, ms: worst.value, floorMs: worst.baseline, visitors: parts })
    }
  }
  return figures
}

/**
 * What the click fetches until the first rows of the real page stand there.
 * @param {Browser} chrome
 * @param {string} url
 * @param {string} folder
 * @returns {Promise<Figure[]>}
 */
async function waterfallFigures(chrome, url, folder) {
  const figures = []
  for (const [stage, address, maxWaves] of /** @type {const} */ ([
    ['idle', url, 0],
    ['none', `${url}/?prefetch=none`, 2],
  ]))
    for (const { who, hasWallets } of realVisitors) {
      const waves = await realWaves(chrome, { url: address, hasWallets, button: '#ours' })
      const found = waves.flat().flatMap(path => {
        const code = readFileSync(join(folder, path), 'utf8')
        return heavy.filter(({ text }) => text.test(code)).map(({ name }) => name)
      })
      const id = `open/real/${stage}/waterfall/${who}`
      process.stderr.write(
        `${id}: ${waves.flat().length} files in ${waves.length} waves (${waves.map(({ length }) => length).join(', ')})\n`,
      )
      figures.push(
        { ...figure(`${id}/waves`, 'count', waves.length, maxWaves), files: waves },
        { ...figure(`${id}/heavy`, 'count', found.length, 0), found },
      )
    }
  return figures
}

/**
 * A first visitor on a slow phone and a slow line (R35): from the click to the modal, to its rows,
 * and the longest task.
 * @param {Browser} chrome
 * @param {Urls} urls
 * @returns {Promise<Figure[]>}
 */
async function slowFigures(chrome, { host }) {
  /** @type {Awaited<ReturnType<typeof openSlowly>>[]} */
  const all = []
  for (let round = 0; round < rounds; round++) all.push(await openSlowly(chrome, host))
  return [
    figure('slow/painted', 'ms', median(all.map(({ painted }) => painted)), 2_000),
    figure('slow/stable', 'ms', median(all.map(({ stable }) => stable)), 2_500),
    figure('slow/longest-task', 'ms', median(all.map(({ longestTask }) => longestTask)), 200),
  ]
}

/**
 * What a page waits longer on load because of us, on a slow device.
 * @param {Browser} chrome
 * @param {Urls} urls
 * @returns {Promise<Figure>}
 */
async function loadFigure(chrome, { host, alone }) {
  const slowdown = 4
  const [ours, without] = /** @type {[number[], number[]]} */ ([[], []])
  // What parsing costs differs much from load to load: nine of them would tell the machine.
  for (let round = 0; round < 3 * rounds; round++) {
    ours.push(await blockedOnLoad(chrome, { url: host, slowdown }))
    without.push(await blockedOnLoad(chrome, { url: alone, slowdown }))
  }
  return figure(
    `load/blocking/${slowdown}x`,
    'ms',
    median(ours),
    median(without) + 20,
    median(without),
  )
}

/**
 * @param {Browser} chrome
 * @param {Urls} urls
 * @returns {Promise<Figure[]>} what a page holds more after 1,000 times of opening and closing than
 * after 100
 */
async function cycleFigures(chrome, { host }) {
  const { first, last } = await openAndClose(chrome, host, { first: 100, last: 1_000 })
  return [
    figure('cycles/heap', 'MB', (last.heapBytes - first.heapBytes) / megabyte, 2),
    .../** @type {const} */ (['nodes', 'listeners', 'timers']).map(what =>
      figure(`cycles/${what}`, 'count', last[what] - first[what], 0),
    ),
  ]
}

const percentile = (/** @type {number[]} */ values, /** @type {number} */ part) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

/**
 * From the click in the Connect view to the list of 5,000 wallets (R32), from a key to the next
 * paint in it and to that of what it finds, and the frames while it is scrolled.
 * @param {Browser} chrome
 * @param {string} url
 * @returns {Promise<Figure[]>}
 */
async function searchFigures(chrome, url) {
  const figures = []
  for (const slowdown of slowdowns) {
    const { keystrokes, byHand, results, frames } = await searchWallets(
      chrome,
      { url, slowdown },
      rounds,
    )
    figures.push(
      figure(`search/keystroke/median/${slowdown}x`, 'ms', median(keystrokes), 16, median(byHand)),
      figure(
        `search/keystroke/p95/${slowdown}x`,
        'ms',
        percentile(keystrokes, 0.95),
        50,
        percentile(byHand, 0.95),
      ),
    )
    if (slowdown === 1) {
      /** @type {number[]} */
      const opened = []
      for (let round = 0; round < rounds; round++)
        opened.push(await openWallets(chrome, { url, slowdown }))
      figures.push(
        figure('search/open/1x', 'ms', median(opened), 150),
        figure('search/result/p95/1x', 'ms', percentile(results, 0.95), 50),
        figure('search/frame/p95', 'ms', percentile(frames, 0.95), 17.5),
      )
    }
  }
  return figures
}

/**
 * An account with 10,000 transactions (R31): from the click to the entries, how many elements they
 * are, and the frames while they are scrolled.
 * @param {Browser} chrome
 * @param {string} url
 * @returns {Promise<Figure[]>}
 */
async function historyFigures(chrome, url) {
  /** @type {Awaited<ReturnType<typeof scrollHistory>>[]} */
  const all = []
  for (let round = 0; round < rounds; round++) all.push(await scrollHistory(chrome, url))
  return [
    figure('history/open/1x', 'ms', median(all.map(({ opened }) => opened)), 100),
    figure('history/rows', 'count', Math.max(...all.map(({ rows }) => rows)), 200),
    figure(
      'history/frame/p95',
      'ms',
      percentile(
        all.flatMap(({ frames }) => frames),
        0.95,
      ),
      17.5,
    ),
  ]
}

/**
 * Our own backend, beside the load that is put on it: cached balances, alone and while the index
 * catches up; what following a chain costs; requests during a back-fill; the first page of a
 * history. Each beside an empty server under the same load.
 * @returns {Promise<Figure[]>}
 */
async function backendFigures() {
  const { code, output, stdout } = await run(
    process.execPath,
    [join(root, 'sdk', 'backend', 'scripts', 'bench.mjs'), '--json'],
    { cwd: root, show: true },
  )
  if (code !== 0) throw new Error(`The backend could not be measured:\n${output}`)
  /** @type {{ id: string, unit: Figure['unit'], value: number, limit: number, baseline?: number }[]} */
  const found = JSON.parse(stdout)
  return found.map(({ id, unit, value, limit, baseline }) =>
    figure(`backend/${id}`, unit, value, limit, baseline),
  )
}

/**
 * From a keystroke to the question to a route, beyond the half second of rest.
 * @returns {Promise<Figure[]>}
 */
async function swapFigures() {
  const { code, output, stdout } = await run(
    process.execPath,
    [join(acceptance, 'bench', 'swap.mjs')],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`Swap could not be measured:\n${output}`)
  const { median, p95 } = JSON.parse(stdout)
  return [
    figure('swap/keystroke/median', 'ms', median, 5),
    figure('swap/keystroke/p95', 'ms', p95, 5),
  ]
}

/**
 * The embedded wallet: the first signature of a page in each namespace, in its worker, and the way
 * from a submitted code to the account.
 * @returns {Promise<Figure[]>}
 */
async function embeddedFigures() {
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  try {
    const taken = await signInWorker(chrome, rounds)
    const connected = await logInByCode(chrome, rounds)
    return [
      ...namespaces.map(namespace =>
        figure(`embedded/sign/${namespace}/1x`, 'ms', median(taken[namespace]), 150),
      ),
      figure('embedded/connected/1x', 'ms', median(connected), 3_000),
    ]
  } finally {
    await chrome.close()
  }
}

/** @param {string[]} groups @returns {Promise<Figure[]>} */
async function browserFigures(groups) {
  if (
    !groups.some(group =>
      ['open', 'open/real', 'slow', 'load', 'cycles', 'search', 'history'].includes(group),
    )
  )
    return []
  const hosts = join(acceptance, 'size', 'hosts')
  const pages = [
    join(hosts, 'react-host'),
    join(acceptance, 'bench', 'floor'),
    join(hosts, 'react'),
    join(acceptance, 'bench', 'wallets'),
    join(acceptance, 'bench', 'history'),
    join(acceptance, 'bench', 'real-page'),
  ]
  const servers = []
  for (const [index, page] of pages.entries()) {
    const folder = await buildPage(page, `bench-${index}`)
    servers.push({ folder, ...(await serveAsInProduction(folder)) })
  }
  const [host = '', floor = '', alone = '', wallets = '', past = '', real = ''] = servers.map(
    ({ url }) => url,
  )
  const urls = { host, floor, alone }
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  const isReal = groups.includes('open') || groups.includes('open/real')
  try {
    return [
      ...(groups.includes('open') ? await openFigures(chrome, urls) : []),
      ...(isReal ? await waterfallFigures(chrome, real, servers.at(-1)?.folder ?? '') : []),
      ...(isReal ? await realFigures(chrome, real) : []),
      ...(groups.includes('slow') ? await slowFigures(chrome, urls) : []),
      ...(groups.includes('load') ? [await loadFigure(chrome, urls)] : []),
      ...(groups.includes('cycles') ? await cycleFigures(chrome, urls) : []),
      ...(groups.includes('search') ? await searchFigures(chrome, wallets) : []),
      ...(groups.includes('history') ? await historyFigures(chrome, past) : []),
    ]
  } finally {
    await chrome.close()
    await Promise.all(servers.map(server => server.close()))
  }
}

/** @param {Figure} figure @returns {Result} */
const figureResult = ({ id, value, unit, baseline, ratio, limit }) =>
  result(
    id,
    value <= limit,
    `${value} ${unit}, at most ${limit}${baseline === null ? '' : ` beside ${baseline}${ratio === null ? '' : ` (${ratio} times)`}`}`,
  )

/**
 * Measures speed and what is held, in medians of nine rounds, each in a fresh process or browser
 * context.
 *
 * @param {{ json?: boolean, words?: string[] }} [options] `words`: which groups of figures (`boot`,
 * `open`, `open/real` of it, `slow`, `load`, `cycles`, `search`, `history`, `swap`, `embedded`,
 * `backend`); all by default
 * @returns {Promise<Result[]>}
 */
export async function bench({ json = false, words = [] } = {}) {
  const built = await compile()
  if (built.status === 'failed') {
    process.stderr.write(`${built.detail}\n`)
    return [built]
  }
  const groups = words.length
    ? words
    : ['boot', 'open', 'slow', 'load', 'cycles', 'search', 'history', 'swap', 'embedded', 'backend']
  const before = loadavg()[0] ?? 0
  const figures = [
    ...(groups.includes('boot') ? await bootFigures() : []),
    ...(await browserFigures(groups)),
    ...(groups.includes('swap') ? await swapFigures() : []),
    ...(groups.includes('embedded') ? await embeddedFigures() : []),
    ...(groups.includes('backend') ? await backendFigures() : []),
  ]
  // Others at work on the same machine spoil every figure: a run is worth what this says.
  process.stderr.write(
    `${cpus().length} cores, load ${rounded(before)} before and ${rounded(loadavg()[0] ?? 0)} after\n`,
  )
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  return figures.map(figureResult)
}
