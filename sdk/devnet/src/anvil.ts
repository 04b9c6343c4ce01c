import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { DevnetError } from './errors.js'
import { endProcess, spawnBound } from './processes.js'

export interface Anvil {
  /** `http://127.0.0.1:<port>`; the same port speaks websocket. */
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const startTimeoutInMs = 10_000

/**
 * Starts one Anvil on the loopback interface and resolves when it answers.
 *
 * The node asks the system for its port and says which one it got: looking for a free port first
 * would leave a moment for another program else to take it.
 *
 * @throws DevnetError NODE_MISSING, NODE_ENDED, NODE_SILENT
 */
export async function startAnvil({ chainId }: { readonly chainId: number }): Promise<Anvil> {
  const child = spawnBound(anvilBinary(), [
    '--chain-id',
    String(chainId),
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ])
  const complaints: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text))

  const ended = once(child, 'exit').then(
    ([status]) => {
      throw new DevnetError(
        'NODE_ENDED',
        `Anvil for chain ${chainId} ended with status ${status} before it answered. ${complaints.join('').trim()}`,
      )
    },
    cause => {
      throw new DevnetError('NODE_ENDED', `Anvil for chain ${chainId} could not be started.`, {
        cause,
      })
    },
  )

  try {
    const url = await Promise.race([announcedUrl(child.stdout), ended, silence(chainId)])
    return { url, pid: child.pid ?? 0, stop: () => endProcess(child) }
  } catch (error) {
    await endProcess(child)
    throw error
  }
}

/**
 * The path of the program inside the npm package for this platform. The package that wraps them all
 * is not installed, because it has an install script.
 *
 * @throws DevnetError NODE_MISSING
 */
function anvilBinary(): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${platform}/bin/${file}`)
  } catch (cause) {
    const hint = `install without --omit=optional, so that @foundry-rs/anvil-${platform} comes along`
    throw new DevnetError('NODE_MISSING', `There is no Anvil for ${platform}. Hint: ${hint}.`, {
      cause,
    })
  }
}

async function announcedUrl(stdout: NodeJS.ReadableStream | null): Promise<string> {
  if (!stdout) throw new DevnetError('NODE_SILENT', 'Anvil has no output to read its port from.')
  const lines = createInterface({ input: stdout })
  try {
    for await (const line of lines) {
      const match = /^Listening on (127\.0\.0\.1:\d+)/.exec(line)
      if (match?.[1]) return `http://${match[1]}`
    }
  } finally {
    // Anvil logs every request: a pipe that is not read would block it.
    stdout.resume()
  }
  return new Promise(() => undefined)
}

function silence(chainId: number): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () =>
      reject(
        new DevnetError(
          'NODE_SILENT',
          `Anvil for chain ${chainId} said nothing for ${startTimeoutInMs / 1_000} seconds.`,
        ),
      )
    setTimeout(fail, startTimeoutInMs).unref()
  })
}
