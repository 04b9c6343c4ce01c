/**
 * Reading the link of a pairing, as a QR code or a pasted text has it: the library accepts almost
 * any text and waits at a topic without a peer.
 */

/** A pairing that may be opened. */
interface PairingLink {
  readonly version: 2
  /** 64 hexadecimal digits. */
  readonly topic: string
  /** 64 hexadecimal digits. */
  readonly symKey: string
  readonly relay: string
  /** The methods of the page's first request. */
  readonly methods: readonly string[]
  /** Seconds since 1970. */
  readonly expiryTimestamp?: number
}
/**
 * A pairing of the first version of WalletConnect, which has ended: known, so that it can be called
 * by its name.
 */
interface EndedPairingLink {
  readonly version: 1
  readonly topic: string
}

const key = /^[0-9a-f]{64}$/i

/**
 * Reads `wc:<topic>@2?relay-protocol=…&symKey=…` (ERC-1328), with two slashes as Android hands it
 * over, or as base64. Undefined for what is no such link; whether it is over is not looked at.
 */
export function readPairingLink(text: string): PairingLink | EndedPairingLink | undefined {
  const [, topic = '', version, query = ''] =
    /^wc:(?:\/\/)?([^@/?]+)@(\d+)\?(.*)$/.exec(plain(text)) ?? []
  const said = new URLSearchParams(query)
  if (version === '1')
    return said.has('bridge') && said.has('key') ? { version: 1, topic } : undefined
  const [symKey = '', relay, expiry] = [
    said.get('symKey') ?? '',
    said.get('relay-protocol'),
    said.get('expiryTimestamp'),
  ]
  if (
    version !== '2' ||
    !key.test(topic) ||
    !key.test(symKey) ||
    !relay ||
    (expiry && !/^\d{1,12}$/.test(expiry))
  )
    return undefined
  return {
    version: 2,
    topic,
    symKey,
    relay,
    methods: said.get('methods')?.match(/[\w-]+/g) ?? [],
    ...(expiry && { expiryTimestamp: Number(expiry) }),
  }
}
const plain = (text: string): string =>
  /^d2M6[\w+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? atob(text) : text
