import { BackendError } from '../errors.js'

/**
 * Milliseconds: after the first, the next endpoint is tried as well; after the second, no answer is
 * waited for.
 */
const [nextAfterMs, wholeMs] = [3_000, 10_000]
/** More than the receipts of the largest blocks. */
const limitInBytes = 64 * 1024 * 1024

/** Asks endpoints of one chain, in their order; the first good answer wins. */
export interface Endpoints {
  /**
   * The JSON that an endpoint answers. `path` is appended to its address.
   *
   * @throws BackendError NODE_UNREACHABLE when none gives one, NODE_REFUSED for a status between
   * 400 and 499 other than 408 and 429
   */
  ask(
    request: { readonly path?: string; readonly body?: unknown },
    signal?: AbortSignal,
  ): Promise<unknown>
}

export function createEndpoints(chain: string, urls: readonly string[]): Endpoints {
  return {
    async ask({ path = '', body }, signal) {
      const over = new AbortController()
      // Not AbortSignal.timeout: Node 20 forgets one that only AbortSignal.any refers to, and a
      // node that hangs would be waited for without end.
      const limit = setTimeout(
        () => over.abort(new DOMException('No node answered in time.', 'TimeoutError')),
        wholeMs,
      ).unref()
      const whole = signal ? AbortSignal.any([over.signal, signal]) : over.signal
      const init =
        body === undefined
          ? {}
          : {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }
      const failures: unknown[] = []
      const start = (index: number): Promise<unknown> => {
        const url = urls[index]
        if (url === undefined) return Promise.reject(failures[0])
        const first = read(`${url.replace(/\/$/, '')}${path}`, { ...init, signal: whole })
        const failed = first.catch(error => {
          if (isRefusal(error)) throw error
          failures.push(error)
          return start(index + 1)
        })
        if (index + 1 >= urls.length) return failed
        return Promise.any([failed, pause(nextAfterMs, whole).then(() => start(index + 1))])
      }
      try {
        return await start(0)
      } catch (error) {
        signal?.throwIfAborted()
        const [cause] = error instanceof AggregateError ? error.errors : [error]
        if (isRefusal(cause)) throw cause
        throw new BackendError('NODE_UNREACHABLE', `No endpoint of ${chain} answers.`, { cause })
      } finally {
        clearTimeout(limit)
        over.abort()
      }
    },
  }
}

const isRefusal = (error: unknown): error is BackendError =>
  error instanceof BackendError && error.code === 'NODE_REFUSED'

async function read(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  if (!response.ok) {
    await response.body?.cancel()
    const isOurs =
      response.status >= 400 &&
      response.status < 500 &&
      response.status !== 408 &&
      response.status !== 429
    // A node that refuses a JSON-RPC body as such is as good as none: only what is asked by its
    // path can be the asker's mistake.
    throw new BackendError(
      isOurs && init.method !== 'POST' ? 'NODE_REFUSED' : 'NODE_UNREACHABLE',
      `A node answered with status ${response.status}.`,
    )
  }
  return JSON.parse(await textOf(response))
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limitInBytes)
      throw new BackendError('NODE_NONSENSE', 'A node gave an answer without end.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })
}
