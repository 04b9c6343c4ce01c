import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DevnetError } from '../errors.js'
import { endProcess, spawnBound } from '../processes.js'

export interface Chopsticks {
  /** `http://127.0.0.1:<port>`; the same port speaks websocket. */
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** The initial storage, in the types of the pallets. */
type InitialStorage = Readonly<Record<string, unknown>>

// Loading its code takes about 1.5 s, executing the genesis another one; a busy machine takes
// several times that.
const startTimeoutInMs = 60_000

/**
 * Starts a Substrate chain on the loopback interface, in a separate process, and resolves when it
 * answers: the genesis of a parachain, runtime included, that `@substrate/connect-known-chains` has
 * in it, executed by chopsticks. It asks no network anything.
 *
 * @throws DevnetError NODE_MISSING, NODE_ENDED, NODE_SILENT
 */
export async function startChopsticks(storage: InitialStorage): Promise<Chopsticks> {
  const [program, genesis] = [chopsticksProgram(), await readGenesis()]
  const folder = await mkdtemp(join(tmpdir(), 'portico-polkadot-'))
  const config = join(folder, 'chain.json')
  // The system picks the port; looking for a free one first would leave a moment for another
  // program to take it.
  const settings = {
    genesis: join(folder, 'genesis.json'),
    port: 0,
    host: '127.0.0.1',
    'build-block-mode': 'Instant',
    'import-storage': storage,
  }
  await Promise.all([
    writeFile(settings.genesis, JSON.stringify(genesis)),
    writeFile(config, JSON.stringify(settings)),
  ])

  // Its plugins are further commands, not needed here, and it does not find them in a path with
  // spaces.
  const child = spawnBound(process.execPath, [program, '--config', config], {
    DISABLE_PLUGINS: 'true',
  })
  const complaints: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const ended = once(child, 'exit').then(
    ([status]) => {
      throw new DevnetError(
        'NODE_ENDED',
        `The Substrate chain ended with status ${status} before it answered. ${complaints.join('').trim()}`,
      )
    },
    cause => {
      throw new DevnetError('NODE_ENDED', 'The Substrate chain could not be started.', { cause })
    },
  )
  try {
    const url = await Promise.race([announcedUrl(child.stdout), ended, silence()])
    return { url, pid: child.pid ?? 0, stop: () => endProcess(child) }
  } catch (error) {
    await endProcess(child)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const missing = (cause: unknown) =>
  new DevnetError(
    'NODE_MISSING',
    'The Substrate chain needs two packages that are not installed. Hint: npm install --save-dev @acala-network/chopsticks @substrate/connect-known-chains.',
    { cause },
  )

/** @throws DevnetError NODE_MISSING */
function chopsticksProgram(): string {
  try {
    // Its exports name no program, but its main file is at a known place below it.
    const main = createRequire(import.meta.url).resolve('@acala-network/chopsticks')
    return join(dirname(main), '..', '..', 'chopsticks.cjs')
  } catch (cause) {
    throw missing(cause)
  }
}

/**
 * The one chain spec of that package that has its whole state in it, and not only the hash of it.
 *
 * @throws DevnetError NODE_MISSING
 */
async function readGenesis(): Promise<object> {
  const { chainSpec } = await import('@substrate/connect-known-chains/rococo_v2_2_asset_hub').catch(
    cause => {
      throw missing(cause)
    },
  )
  const spec = JSON.parse(chainSpec) as { readonly genesis: { readonly raw: object } }
  return { ...spec, genesis: { raw: { childrenDefault: {}, ...spec.genesis.raw } } }
}

async function announcedUrl(stdout: NodeJS.ReadableStream | null): Promise<string> {
  if (!stdout)
    throw new DevnetError('NODE_SILENT', 'The Substrate chain has no output to read its port from.')
  const lines = createInterface({ input: stdout })
  try {
    for await (const line of lines) {
      const match = /RPC listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)
      if (match?.[1]) return match[1]
    }
  } finally {
    // It logs every block: a pipe that is not read would block it.
    stdout.resume()
  }
  return new Promise(() => undefined)
}

function silence(): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () =>
      reject(
        new DevnetError(
          'NODE_SILENT',
          `The Substrate chain said nothing for ${startTimeoutInMs / 1_000} seconds.`,
        ),
      )
    setTimeout(fail, startTimeoutInMs).unref()
  })
}
