import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startBackend } from './backend.js'
import { check } from './check.js'
import { gatherOptions } from './configuration.js'
import { BackendError } from './errors.js'
import { type BackendOptions, builtinModules } from './modules/builtin.js'

const usage = `portico-backend: answers what a Portico modal asks

  portico-backend         starts the server
  portico-backend check   checks the configuration, the database, Redis and every node, and ends

  --config FILE       a configuration, as JSON; PORTICO_BACKEND_CONFIG is the same
  --port 8787         where to listen; 0 is any free port
  --database URL      file:portico-backend.db, :memory:, or postgres://…
  --roles api,worker  what this process does: api, indexer, worker; all by default
  --help              print this

Each option has a variable, which wins over the file: logLevel is PORTICO_BACKEND_LOG_LEVEL.
A list may be written with commas, an object as JSON. Endpoints of nodes:
PORTICO_BACKEND_RPC="eip155:1=https://…,https://… solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://…".
The log is one line of JSON for each event on standard output. SIGTERM and Ctrl-C end the server
after open requests and jobs.
`

/** Runs the command in the terminal of this process and sets its exit status. */
export async function main(): Promise<void> {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupt.abort())
  try {
    const { command, options } = readArguments(process.argv.slice(2))
    if (command === 'help') return void process.stdout.write(usage)
    if (command === 'check') {
      const { lines, isGood } = await check(options)
      process.stdout.write(`${lines.join('\n')}\n`)
      process.exitCode = isGood ? 0 : 1
      return
    }
    const backend = await startBackend(options as BackendOptions, {
      log: line => process.stdout.write(line),
    })
    if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
    await backend.stop()
  } catch (error) {
    if (!(error instanceof BackendError)) throw error
    process.stderr.write(`${messagesOf(error).join('\n  ')}\n`)
    process.exitCode = 1
  }
}

/** The message of an error, then those of its causes. */
const messagesOf = (error: unknown): readonly string[] =>
  error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []

function readArguments(args: readonly string[]): {
  readonly command: 'start' | 'check' | 'help'
  readonly options: unknown
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        port: { type: 'string' },
        database: { type: 'string' },
        roles: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return { command: 'help', options: {} }
    const [command = 'start', ...rest] = positionals
    if ((command !== 'start' && command !== 'check') || rest.length > 0)
      throw new BackendError('BAD_CONFIGURATION', `Unknown command.\n\n${usage}`)
    const { PORTICO_BACKEND_CONFIG: file, ...environment } = process.env
    const { config, port, database, roles } = values
    const options = gatherOptions(
      config ?? file,
      {
        ...environment,
        ...(port !== undefined && { PORTICO_BACKEND_PORT: port }),
        ...(database !== undefined && { PORTICO_BACKEND_DATABASE: database }),
        ...(roles !== undefined && { PORTICO_BACKEND_ROLES: roles }),
      },
      builtinModules,
    )
    return { command, options }
  } catch (cause) {
    if (cause instanceof BackendError) throw cause
    throw new BackendError(
      'BAD_CONFIGURATION',
      `${cause instanceof Error ? cause.message : cause}\n\n${usage}`,
    )
  }
}
