/** Validates the bodies that browsers send. */
import type { NetworkId } from '@portico/kernel/chain'

/** Bytes; above the longest message and signature. */
const longest = 131_072

/** A request that is invalid, or not for this handler. */
export class Refusal extends Error {
  readonly status: number
  readonly code:
    | 'NOT_FOUND'
    | 'METHOD'
    | 'ORIGIN'
    | 'COOKIE_BUSY'
    | 'BODY_TYPE'
    | 'BODY_TOO_LARGE'
    | 'BODY_MALFORMED'
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    code: Refusal['code'],
    headers: Refusal['headers'] = {},
    cause?: unknown,
  ) {
    super(`The request was refused: ${code}.`, cause === undefined ? {} : { cause })
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.headers = headers
  }
}
const malformed = (cause?: unknown) => new Refusal(400, 'BODY_MALFORMED', {}, cause)

/**
 * Reads a JSON body of limited size.
 * Other types are rejected, because a form of another site can send them without a preflight.
 */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, 'BODY_TYPE')
  if (Number(request.headers.get('content-length')) > longest)
    throw new Refusal(413, 'BODY_TOO_LARGE')
  const text = await textOf(request)
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Readonly<Record<string, unknown>>
  } catch {
    // The rejection is the same as for JSON of another shape.
  }
  throw malformed()
}

async function textOf(request: Request): Promise<string> {
  const reader = request.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const next = async () => {
    try {
      return (await reader?.read())?.value
    } catch (cause) {
      // The body broke off.
      throw malformed(cause)
    }
  }
  for (let part = await next(); part; part = await next()) {
    length += part.length
    if (length > longest) {
      await reader?.cancel()
      throw new Refusal(413, 'BODY_TOO_LARGE')
    }
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

const networkOf = (value: unknown): NetworkId => {
  if (typeof value !== 'string' || !/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value))
    throw malformed()
  return value as NetworkId
}

/** Reads a signed message. */
export function readSigned({
  message,
  signature,
  signedBytes,
  network,
}: Readonly<Record<string, unknown>>) {
  if (
    typeof message !== 'string' ||
    typeof signature !== 'string' ||
    (signedBytes !== undefined && typeof signedBytes !== 'string')
  )
    throw malformed()
  return {
    message,
    signature,
    ...(signedBytes !== undefined && { signedBytes }),
    ...(network !== undefined && { network: networkOf(network) }),
  }
}

/** Reads the accounts to sign out; undefined for all. */
export function readAccounts({ accounts }: Readonly<Record<string, unknown>>) {
  if (accounts === undefined) return undefined
  if (!Array.isArray(accounts) || accounts.length > 64) throw malformed()
  return accounts.map((account: unknown) => {
    const { address, network } = Object(account) as Readonly<Record<string, unknown>>
    if (typeof address !== 'string') throw malformed()
    return { address, network: networkOf(network) }
  })
}
