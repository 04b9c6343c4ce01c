/**
 * Reads untrusted response bodies: within a size limit, and without keys that reach into a
 * prototype.
 */
import { HttpError } from '@portico/kernel/backend'

/** Bytes of an error response's body to read. */
const remarkLimit = 16_384
const polluting = /^(?:__proto__|constructor|prototype)$/

/**
 * Reads the whole body.
 * Throws an HttpError `HTTP_TOO_LARGE` as soon as it exceeds `limit` bytes, and closes the
 * connection.
 */
export async function bytesOf(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get('content-length')) > limit
  const { bytes, isWhole } = await readUpTo(response, announced ? 0 : limit)
  if (!isWhole) throw new HttpError('HTTP_TOO_LARGE', { status: response.status })
  return bytes
}

/**
 * Reads the body of an error response as JSON, else as text.
 * A long one is cut; undefined when it breaks off.
 */
export async function remarkOf(response: Response): Promise<unknown> {
  try {
    const { bytes } = await readUpTo(response, remarkLimit)
    try {
      return jsonOf(bytes)
    } catch {
      return new TextDecoder().decode(bytes)
    }
  } catch {
    // The status is valid, even when its body cannot be read.
    return undefined
  }
}

/** Parses JSON; undefined for empty text. Throws a SyntaxError for anything else. */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes)
  // Checking each key is slow, and hardly any answer contains one of these.
  const clean = (key: string, value: unknown) => (polluting.test(key) ? undefined : value)
  return text.trim()
    ? JSON.parse(text, /__proto__|prototype|constructor|\\u/.test(text) ? clean : undefined)
    : undefined
}

async function readUpTo(
  response: Response,
  limit: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    chunks.push(part.value)
    length += part.value.length
    if (length > limit) {
      await reader?.cancel()
      break
    }
  }
  const bytes = new Uint8Array(Math.min(length, limit))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - at), at)
    at += Math.min(chunk.length, bytes.length - at)
  }
  return { bytes, isWhole: length <= limit }
}
