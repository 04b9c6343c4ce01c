// The one entry of every command in package.json. It needs nothing but Node, so it also works in a
// fresh clone.
import { install } from './install.mjs'
import { inTurn } from './one-at-a-time.mjs'
import { closingLine, flakyLines, print, withFlakyVerdict } from './results.mjs'

/**
 * @typedef {{ json: boolean, words: string[] }} Options `words` is what else was typed after the
 * command
 */
/**
 * @typedef {(options: Options) => Promise<readonly import('./results.mjs').Result[] | void>}
 * Command
 */

/** @type {Record<string, () => Promise<Command>>} */
const commands = {
  start: async () => (await import('./start.mjs')).start,
  test: async () => (await import('./test.mjs')).test,
  'test:fast': async () => (await import('./test.mjs')).testFast,
  check: async () => (await import('./check.mjs')).check,
  build: async () => (await import('./build.mjs')).build,
  e2e: async () => (await import('./e2e.mjs')).e2e,
  engines: async () => (await import('./engines.mjs')).engines,
  size: async () => (await import('./size.mjs')).size,
  shots: async () => (await import('./shots.mjs')).shots,
  conformance: async () => (await import('./conformance.mjs')).conformance,
  bench: async () => (await import('./bench.mjs')).bench,
  faults: async () => (await import('./faults.mjs')).faults,
  pages: async () => (await import('./pages.mjs')).pages,
  weight: async () => (await import('./weight.mjs')).weight,
  messages: async () => (await import('./messages.mjs')).messages,
  spec: async () => (await import('./spec.mjs')).spec,
  fixtures: async () => (await import('./fixtures.mjs')).fixtures,
  mutants: async () => (await import('./mutants.mjs')).mutants,
  release: async () => (await import('./release.mjs')).release,
}

/**
 * Commands that measure time or keep every core busy: one at a time on a machine. `test` takes the
 * lock for each of its steps.
 */
const exclusive = ['e2e', 'engines', 'size', 'bench', 'faults']

/** Those that print as they go, or print something else than results. */
const printsItself = ['start', 'test', 'test:fast', 'conformance']

async function main() {
  const [name = '', ...rest] = process.argv.slice(2)
  const load = commands[name]
  if (!load)
    throw new Error(`There is no command "${name}": one of ${Object.keys(commands).join(', ')}.`)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or later is needed; this is ${process.versions.node}.`)
  await install()

  const json = rest.includes('--json')
  const command = await load()
  const options = { json, words: rest.filter(word => word !== '--json') }
  const found = await (exclusive.includes(name) ? inTurn(() => command(options)) : command(options))
  if (!found) return // what was started goes on
  const results = withFlakyVerdict(found)
  if (!json && !printsItself.includes(name)) print(name, results)
  if (!json)
    process.stdout.write(`\n${[...flakyLines(results), closingLine(results)].join('\n')}\n`)
  process.exit(results.some(each => each.status === 'failed') ? 1 : 0)
}

main().catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
