// Measures how many cached balances a second one server answers, beside the load that is put on it: `npm run bench -w @portico/backend`.
// What is promised: 500 a second on two cores, 99 of 100 within 50 ms. Wants what `npm run build` makes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startDevnet } from '@portico/devnet'
// @ts-expect-error it brings no types
import autocannon from 'autocannon'

const [perSecond, seconds, promisedMs] = [500, 20, 50]

const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const devnet = await startDevnet({ chains: [1] })
const config = join(folder, 'config.json')
const tokens = [{ address: devnet.contracts.porticoDollar.address, name: 'Portico Dollar', symbol: 'PUSD', decimals: 6 }]
writeFileSync(
  config,
  JSON.stringify({
    port: 0,
    database: `file:${join(folder, 'backend.db')}`,
    chains: [{ id: 'eip155:1', rpc: [devnet.chain(1).url], startBlock: 0, tokens }],
    rateLimit: false,
  }),
)
const child = spawn(process.execPath, [fileURLToPath(new URL('../bin/portico-backend.mjs', import.meta.url)), '--config', config], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url } = JSON.parse(line)
  const requests = devnet.accounts.map(({ address }) => ({ path: `/v1/account/${address}/balance?currency=usd&chainId=eip155:1` }))
  const run = (/** @type {object} */ more) => autocannon({ url, connections: 20, requests, ...more })

  await run({ duration: 3 })
  // What a second may hold is sent at its beginning; the correction for late sending would count the rest of that second as waiting.
  const steady = await run({ duration: seconds, overallRate: perSecond, ignoreCoordinatedOmission: true })
  const most = await run({ duration: 10 })
  const { p50, p99, max } = steady.latency
  const isKept = p99 < promisedMs && steady.requests.average >= perSecond * 0.98 && steady.non2xx + steady.errors === 0
  process.stdout.write(
    [
      `on ${cpus().length} cores, load of the machine ${loadavg()
        .map(load => load.toFixed(1))
        .join(' ')}`,
      `${steady.requests.average.toFixed(0)} requests/s for ${seconds} s: p50 ${p50} ms, p99 ${p99} ms, most ${max} ms, ${steady.non2xx + steady.errors} failed (promised: ${perSecond}/s, p99 under ${promisedMs} ms: ${isKept ? 'kept' : 'NOT KEPT'})`,
      `as many as it can: ${most.requests.average.toFixed(0)} requests/s, p99 ${most.latency.p99} ms`,
      '',
    ].join('\n'),
  )
  if (!isKept) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
