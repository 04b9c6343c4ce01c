/**
 * Frames of the relay: JSON-RPC whose ids are given back as they were written, because some clients
 * send whole numbers that a double cannot hold.
 */

/** A frame from a client: a request, or its answer to a pushed message. */
export type ClientFrame =
  | {
      readonly kind: 'request'
      readonly id: string
      readonly method: string
      readonly params: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'answer'; readonly id: string }

/**
 * Reads a frame; `id` is the text of the id as it was written, quotes included. `undefined` for
 * what is none.
 */
export function readFrame(text: string): ClientFrame | undefined {
  const body = parse(text)
  const id = rawId(text)
  if (typeof body !== 'object' || body === null || id === undefined) return undefined
  const { method, params } = body as { readonly method?: unknown; readonly params?: unknown }
  if (method === undefined) return { kind: 'answer', id }
  if (typeof method !== 'string') return undefined
  return {
    kind: 'request',
    id,
    method,
    params:
      typeof params === 'object' && params !== null
        ? (params as Readonly<Record<string, unknown>>)
        : {},
  }
}

export const resultFrame = (id: string, result: unknown): string =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

export const errorFrame = (id: string, code: number, message: string): string =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The id of the outermost object, as it stands in the text. */
function rawId(text: string): string | undefined {
  const tokens = text.match(token) ?? []
  let depth = 0
  for (const [at, one] of tokens.entries()) {
    if (one === '{' || one === '[') depth++
    else if (one === '}' || one === ']') depth--
    else if (depth === 1 && one === '"id"' && tokens[at + 1] === ':') return tokens[at + 2]
  }
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
