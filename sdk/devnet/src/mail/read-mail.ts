/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Reads a message of RFC 5322 with text and HTML parts, as mail libraries write it. */
export function readMail(
  raw: Buffer,
  envelope: Pick<ReceivedMail, 'from' | 'to'>,
  receivedAt: number,
): ReceivedMail {
  const message = partOf(raw.toString('latin1'))
  const leaves = leavesOf(message, 0)
  const contentOf = (type: string) => {
    const found = leaves.find(({ headers }) => typeOf(headers).startsWith(type))
    return found ? decodeBody(found) : ''
  }
  return {
    ...envelope,
    subject: decodeWords(message.headers.get('subject') ?? ''),
    text: contentOf('text/plain'),
    html: contentOf('text/html'),
    receivedAt,
  }
}

function partOf(text: string): Part {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  const headers = new Map<string, string>()
  // A line that begins with white space continues the one before.
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end < 0 ? '' : text.slice(end + 4) }
}

const typeOf = (headers: Part['headers']) =>
  (headers.get('content-type') ?? 'text/plain').toLowerCase()

/** The parts that have content; parts inside of parts are at most five deep. */
function leavesOf(part: Part, depth: number): readonly Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary || depth > 5) return [part]
  return `\r\n${part.body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .flatMap(text => leavesOf(partOf(text.replace(/^[ \t]*\r\n/, '')), depth + 1))
}

function decodeBody({ headers, body }: Part): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const bytes = encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n')
}

const decodeQuoted = (text: string) =>
  text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** Encoded words of RFC 2047 in UTF-8. */
const decodeWords = (text: string) =>
  text
    .replace(/(=\?utf-8\?[bq]\?[^?]*\?=)\s+(?==\?utf-8\?)/gi, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString('utf8')
        : Buffer.from(decodeQuoted(encoded.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )
