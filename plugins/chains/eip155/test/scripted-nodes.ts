/** Scripted nodes in place of the network. */
import { setMaxListeners } from 'node:events'
import { vi } from 'vitest'

export interface Question {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
export type Node = (
  questions: readonly Question[],
  signal: AbortSignal,
) => Response | Promise<Response>
export interface ScriptedNodes {
  /** Every received POST: URL, time and requests. */
  readonly posts: {
    readonly url: string
    readonly at: number
    readonly questions: readonly Question[]
    readonly init: RequestInit
    wasAborted: boolean
  }[]
  countOf(url: string): number
}

/** Replaces `fetch`. A URL without a node is unreachable. */
export function scriptedNodes(nodes: Record<string, Node>): ScriptedNodes {
  const posts: ScriptedNodes['posts'] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: unknown = JSON.parse(String(init.body))
    const questions = (Array.isArray(body) ? body : [body]) as Question[]
    const signal = init.signal ?? new AbortController().signal
    signal.throwIfAborted()
    setMaxListeners(0, signal)
    const post = { url, at: performance.now(), questions, init, wasAborted: false }
    posts.push(post)
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        post.wasAborted = true
        reject(signal.reason)
      })
      Promise.resolve((nodes[url] ?? down)(questions, signal)).then(resolve, reject)
    })
  })
  return { posts, countOf: url => posts.filter(post => post.url === url).length }
}

export type Results = Readonly<Record<string, unknown>>
export const answer = (questions: readonly Question[], results: Results): object[] =>
  questions.map(({ id, method, params }) => {
    const result = results[method]
    return { jsonrpc: '2.0', id, result: typeof result === 'function' ? result(params) : result }
  })
export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), init)

/** Answers as scripted, as a batch or single response to match the request. */
export const honest =
  (results: Results): Node =>
  questions => {
    const answers = answer(questions, { eth_chainId: '0x1', ...results })
    return json(answers.length === 1 ? answers[0] : answers)
  }
export const down: Node = () => Promise.reject(new TypeError('Failed to fetch'))
export const stalled: Node = () => new Promise(() => undefined)
export const slow =
  (ms: number, node: Node): Node =>
  async (questions, signal) => {
    await new Promise(resolve => setTimeout(resolve, ms))
    return node(questions, signal)
  }
export const page: Node = () =>
  new Response('<!doctype html><title>Welcome</title>', { status: 200 })
export const refusing =
  (status: number, headers: Record<string, string> = {}): Node =>
  () =>
    new Response('', { status, headers })
