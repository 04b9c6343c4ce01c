import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DevnetError } from '../errors.js'
import { endProcess, spawnBound } from '../processes.js'

export interface BitcoinNode {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const startTimeoutInMs = 60_000

/**
 * Starts the node in a separate process, because it is set up by its environment and changes what
 * it finds there. `minerKey` is the private key that it mines to.
 *
 * @throws DevnetError NODE_MISSING, NODE_ENDED, NODE_SILENT
 */
export async function startBitcoinNode(minerKey: string): Promise<BitcoinNode> {
  const bcoin = bcoinPath()
  const program = join(
    dirname(createRequire(import.meta.url).resolve('@portico/devnet/package.json')),
    'bin',
    'bitcoin-node.mjs',
  )
  const child = spawnBound(process.execPath, [program, bcoin, minerKey])
  const complaints: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text))

  const ended = once(child, 'exit').then(([status]) => {
    throw new DevnetError(
      'NODE_ENDED',
      `The Bitcoin node ended with status ${status} before it answered. ${complaints.join('').trim()}`,
    )
  })
  const silence = new Promise<never>((_, reject) => {
    const fail = () =>
      reject(
        new DevnetError(
          'NODE_SILENT',
          `The Bitcoin node said nothing for ${startTimeoutInMs / 1_000} seconds.`,
        ),
      )
    setTimeout(fail, startTimeoutInMs).unref()
  })
  try {
    const url = await Promise.race([announcedUrl(child.stdout), ended, silence])
    return { url, pid: child.pid ?? 0, stop: () => endProcess(child) }
  } catch (error) {
    await endProcess(child)
    throw error
  }
}

/** @throws DevnetError NODE_MISSING */
function bcoinPath(): string {
  try {
    return createRequire(import.meta.url).resolve('bcoin/package.json')
  } catch (cause) {
    throw new DevnetError(
      'NODE_MISSING',
      'The local Bitcoin ledger runs on bcoin, which is not installed. Hint: npm install --save-dev bcoin@1.0.2',
      { cause },
    )
  }
}

async function announcedUrl(stdout: NodeJS.ReadableStream | null): Promise<string> {
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) {
    const url = /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1]
    if (url) return url
  }
  return new Promise(() => undefined)
}
