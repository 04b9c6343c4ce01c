/**
 * The node of every chain in the gallery: it answers from memory, so that a state needs no devnet
 * and is the same every time.
 */
export interface ScriptedNode {
  urlOf(chainId: number): string
  /** What it does with a request. */
  mood: 'answers' | 'hangs' | 'fails'
  /** Of every account, in the smallest unit. */
  balance: bigint
}
interface Question {
  readonly id: number
  readonly method: string
}

const origin = 'https://node.example'

/** Takes the place of the network behind `fetch`, for the addresses of the scripted nodes alone. */
export function installNode(page: Window & typeof globalThis): ScriptedNode {
  const fetch = page.fetch.bind(page)
  const node: ScriptedNode = {
    urlOf: chainId => `${origin}/${chainId}`,
    mood: 'answers',
    balance: 1_204_000_000_000_000_000n,
  }
  const hex = (value: bigint | number) => `0x${value.toString(16)}`
  const answer = ({ id, method }: Question, chainId: number) => ({
    jsonrpc: '2.0',
    id,
    ...(method === 'eth_chainId'
      ? { result: hex(chainId) }
      : method === 'eth_getBalance'
        ? { result: hex(node.balance) }
        : { error: { code: -32601, message: `${method} is not served here` } }),
  })
  page.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith(origin)) return fetch(input, init)
    if (node.mood === 'hangs') return new Promise(() => undefined)
    if (node.mood === 'fails') return Promise.reject(new TypeError('Failed to fetch'))
    const request = JSON.parse(String(init?.body)) as Question | readonly Question[]
    const chainId = Number(url.slice(origin.length + 1))
    const body = Array.isArray(request)
      ? request.map(one => answer(one, chainId))
      : answer(request as Question, chainId)
    return Promise.resolve(
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
    )
  }
  return node
}
