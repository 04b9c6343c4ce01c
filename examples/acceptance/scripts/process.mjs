import { spawn } from 'node:child_process'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to this process's own
 * @property {boolean} [show] passes on to stderr what it prints, as it comes
 * @property {number} [timeoutMs] after which it is ended; default 20 minutes
 * @property {AbortSignal} [signal] ends it, as Ctrl+C does
 * @property {(output: string) => void} [said] gets all output so far whenever there is more
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Starts a program in a new process group, so that ending it also ends its child processes. The
 * program never outlives this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
function start(command, args, { cwd, env } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/**
 * Ends a program and everything it started.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
function end(child, signal = 'SIGTERM') {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // ESRCH: the whole group is gone already
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * The output of every finished program, by its name and the count of its run: `npm test` searches
 * it for secrets.
 * @type {Map<string, { code: number, output: string }>}
 */
export const outputs = new Map()

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string }>} `output` is both streams in
 * the order they came; `code` is 127 when it could not be started
 */
export function run(command, args, options = {}) {
  return new Promise(resolve => {
    const child = start(command, args, options)
    let output = ''
    let stdout = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk
      if (options.show) process.stderr.write(chunk)
      options.said?.(output)
    }
    child.stdout.on('data', keep)
    child.stdout.on('data', chunk => {
      stdout += chunk
    })
    child.stderr.on('data', keep)
    const limit = setTimeout(() => end(child, 'SIGKILL'), options.timeoutMs ?? 20 * 60_000)
    options.signal?.addEventListener('abort', () => end(child, 'SIGINT'))
    child.once('error', error => {
      clearTimeout(limit)
      resolve({ code: 127, output: `${command}: ${error.message}`, stdout })
    })
    child.once('close', code => {
      clearTimeout(limit)
      outputs.set(`${outputs.size + 1} ${[command, ...args].join(' ').slice(0, 80)}`, {
        code: code ?? 1,
        output,
      })
      resolve({ code: code ?? 1, output, stdout })
    })
  })
}

/**
 * Runs a Node program of node_modules/.bin by its package's own script, which works where no shell
 * does.
 *
 * @param {string} script path of the program below the root, such as
 * `node_modules/typescript/bin/tsc`
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options)

/** @type {Set<() => unknown>} */
const cleanups = new Set()

/**
 * Runs a clean-up also when this process gets a signal to end. Returns a function that cancels it.
 *
 * @param {() => unknown} cleanup may answer a promise
 */
export function beforeEnd(cleanup) {
  cleanups.add(cleanup)
  return () => cleanups.delete(cleanup)
}

process.once('exit', () => {
  for (const child of running) end(child, 'SIGKILL')
})
const signals = /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
/** @param {number} code */
async function endEverything(code) {
  // First what would go on writing into the folders that a cleanup removes.
  for (const child of running) end(child, 'SIGKILL')
  await Promise.allSettled([...cleanups].map(async cleanup => cleanup()))
  process.exit(code)
}
for (const [signal, code] of signals) process.once(signal, () => endEverything(code))

// npm passes a signal on to the shell between it and us, and some shells die of it without a word
// to us.
const parent = process.ppid
setInterval(() => process.ppid !== parent && endEverything(143), 500).unref()
