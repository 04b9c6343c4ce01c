/**
 * An Esplora endpoint in front of another one, that fails or lies on command and records its
 * requests.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Lie {
  readonly status?: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** Forwards the request before it returns the lie. */
  readonly forwards?: boolean
}
export interface LyingEndpoint {
  readonly url: string
  /** Method and path of every request, in order. */
  readonly requests: string[]
  /** By path, or by `*` for all: the replaced response. `stall` never responds. */
  readonly answers: Map<string, Lie | 'stall'>
  close(): Promise<void>
}

export async function startLyingEndpoint(upstream: string): Promise<LyingEndpoint> {
  const requests: string[] = []
  const answers: LyingEndpoint['answers'] = new Map()
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    requests.push(`${method} ${url}`)
    let body = ''
    for await (const chunk of request) body += chunk
    const lie = answers.get(url) ?? answers.get('*')
    if (lie === 'stall') return
    const forward = () => fetch(upstream + url, { method, ...(method === 'POST' && { body }) })
    if (lie?.forwards) await forward()
    if (lie) return void response.writeHead(lie.status ?? 200, lie.headers).end(lie.body)
    const truth = await forward()
    response.writeHead(truth.status).end(await truth.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
