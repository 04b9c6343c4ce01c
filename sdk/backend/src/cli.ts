import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startBackend } from './backend.js'
import { type BackendOptions, gatherOptions } from './configuration.js'
import { BackendError } from './errors.js'

const usage = `portico-backend: answers what a Portico modal asks

  --config FILE       a configuration, as JSON; PORTICO_BACKEND_CONFIG says the same
  --port 8787         where to listen; 0 is any free port
  --database URL      file:portico-backend.db, :memory:, or postgres://…
  --help              print this

Environment, on top of the file: PORTICO_BACKEND_HOST, _PORT, _DATABASE, _ORIGINS, _PROJECTS, _LOG_LEVEL, and
_RPC="eip155:1=https://…,https://… solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://…".
It writes its log to standard output, one line of JSON for each event. SIGTERM and Ctrl-C end it when what was asked is answered.
`

/** Runs the command in the terminal of this process and sets its exit status. */
export async function main(): Promise<void> {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupt.abort())
  try {
    const options = readArguments(process.argv.slice(2))
    if (!options) return void process.stdout.write(usage)
    const backend = await startBackend(options as BackendOptions, {
      log: line => process.stdout.write(line),
    })
    if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
    await backend.stop()
  } catch (error) {
    if (!(error instanceof BackendError)) throw error
    process.stderr.write(
      `${error.message}${error.cause instanceof Error ? `\n  ${error.cause.message}` : ''}\n`,
    )
    process.exitCode = 1
  }
}

/** Undefined where help was asked for. */
function readArguments(args: readonly string[]): unknown {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        config: { type: 'string' },
        port: { type: 'string' },
        database: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return undefined
    const { PORTICO_BACKEND_CONFIG: file, ...environment } = process.env
    return gatherOptions(values.config ?? file, {
      ...environment,
      ...(values.port !== undefined && { PORTICO_BACKEND_PORT: values.port }),
      ...(values.database !== undefined && { PORTICO_BACKEND_DATABASE: values.database }),
    })
  } catch (cause) {
    if (cause instanceof BackendError) throw cause
    throw new BackendError(
      'BAD_CONFIGURATION',
      `${cause instanceof Error ? cause.message : cause}\n\n${usage}`,
    )
  }
}
