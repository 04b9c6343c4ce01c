// Measures how fast one server answers cached balances beside the load that is put on it:
// `npm run bench -w @portico/backend`. Wants what `npm run build` makes. What is promised: 500 a
// second on two cores, 99 of 100 within 50 ms. `--rounds 5`, `--seconds 10`, `--rate 500` say
// otherwise; with `--json` standard output has one line, for `npm run bench backend`, and the
// rounds are printed on standard error.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { startDevnet } from '@portico/devnet'
// @ts-expect-error it brings no types
import autocannon from 'autocannon'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    rate: { type: 'string' },
    json: { type: 'boolean' },
  },
})
const [rounds, seconds, rate, promisedMs] = [
  Number(values.rounds ?? 5),
  Number(values.seconds ?? 10),
  Number(values.rate ?? 500),
  50,
]

const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const devnet = await startDevnet({ chains: [1] })
const config = join(folder, 'config.json')
const tokens = [
  {
    address: devnet.contracts.porticoDollar.address,
    name: 'Portico Dollar',
    symbol: 'PUSD',
    decimals: 6,
  },
]
// The limit stays on, so that what it costs is measured: it is only too high to be met.
const rateLimit = { burst: 1_000_000, perSecond: 1_000_000 }
const chains = [
  { id: 'eip155:1', rpc: [devnet.chain(1).url], index: 'chain', startBlock: 0, tokens },
]
writeFileSync(
  config,
  JSON.stringify({ port: 0, database: `file:${join(folder, 'backend.db')}`, chains, rateLimit }),
)
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('../bin/portico-backend.mjs', import.meta.url)), '--config', config],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const say = (/** @type {string} */ line) =>
  (values.json ? process.stderr : process.stdout).write(`${line}\n`)

/**
 * How late a thread is that does nothing else: what the machine itself takes. Milliseconds of 99 in
 * 100.
 */
const metronome = new Worker(
  `const { monitorEventLoopDelay } = require('node:perf_hooks')
   const late = monitorEventLoopDelay({ resolution: 5 })
   late.enable()
   require('node:worker_threads').parentPort.on('message', () => {
     require('node:worker_threads').parentPort.postMessage(late.percentile(99) / 1e6 - 5)
     late.reset()
   })`,
  { eval: true },
)
const lateness = async () => {
  metronome.postMessage('')
  return Number((await once(metronome, 'message'))[0])
}
/** Seconds of processor time that the server has used; where the system does not say so, NaN. */
const used = () => {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
  const [user, system] = rest.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}

try {
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url } = JSON.parse(line)
  const requests = devnet.accounts.map(({ address }) => ({
    path: `/v1/account/${address}/balance?currency=usd&chainId=eip155:1`,
  }))
  const load = (/** @type {object} */ more) =>
    autocannon({ url, connections: 20, requests, ...more })
  // What a second may hold is sent at its beginning; the correction for late sending would count
  // the rest of that second as waiting.
  const steady = (/** @type {number} */ duration) =>
    load({ duration, overallRate: rate, ignoreCoordinatedOmission: true })
  const shown = () =>
    loadavg()
      .map(one => one.toFixed(1))
      .join(' ')

  say(
    `${cpus().length} cores, Node ${process.version}, load of the machine ${shown()}; ${rate} requests/s beside their load generator (autocannon, 20 connections)`,
  )
  await steady(5)
  const kept = []
  for (let round = 1; round <= rounds; round++) {
    await lateness()
    const before = used()
    const { latency, requests: sent, non2xx, errors } = await steady(seconds)
    const late = await lateness()
    const failed = non2xx + errors
    // What was not sent in time is as little answered as what failed. A generator is never exact to
    // the request.
    const missing = Math.max(0, Math.ceil(rate * seconds * 0.98 - sent.total))
    kept.push({ p99: latency.p99, lost: failed + missing })
    say(
      `round ${round}: ${sent.average.toFixed(0)}/s for ${seconds} s, p50 ${latency.p50} ms, p99 ${latency.p99} ms, most ${latency.max} ms, ${failed} failed; the server used ${(((used() - before) / seconds) * 100).toFixed(0)} % of a core; load ${shown()}, an idle thread was late by ${late.toFixed(1)} ms (p99)`,
    )
  }
  const most = await load({ duration: seconds })
  say(
    `as many as it can: ${most.requests.average.toFixed(0)} requests/s, p99 ${most.latency.p99} ms`,
  )
  const middle =
    kept.map(({ p99 }) => p99).sort((a, b) => a - b)[Math.floor(kept.length / 2)] ??
    Number.POSITIVE_INFINITY
  const lost = kept.reduce((sum, round) => sum + round.lost, 0)
  const isKept = middle < promisedMs && lost === 0
  say(
    `p99 of the middle round: ${middle} ms; promised is less than ${promisedMs} ms: ${isKept ? 'kept' : 'NOT KEPT'}`,
  )
  if (values.json) process.stdout.write(`${JSON.stringify({ p99: middle, promisedMs, lost })}\n`)
  else if (!isKept) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  await metronome.terminate()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
