/**
 * The encrypted channel to a wallet app: Mobile Wallet Adapter 2.0, "Session establishment" and
 * "Encrypted message wrapping". Its keys exist for one connection.
 */
import { unlessAborted, withTimeout } from '@portico/kernel'
import { base64 } from '@scure/base'
import { type AppResponse, readResponse } from './app-answers.js'
import { appClosed, badAppAnswer } from './app-errors.js'

/** What the channel needs of a WebSocket that is open. */
export type Socket = Pick<
  WebSocket,
  'protocol' | 'send' | 'close' | 'addEventListener' | 'removeEventListener'
>
/** Binary frames, or the same bytes as base64 text: the app chooses. */
export const subprotocols = [
  'com.solana.mobilewalletadapter.v1',
  'com.solana.mobilewalletadapter.v1.base64',
] as const

export interface Channel {
  /** Calls a method of the app. Throws its JSON-RPC error as it is. */
  request(method: string, params: object): Promise<unknown>
  close(): void
}

/** Bytes of a point in X9.62 format, of a sequence number, and of a nonce. */
const [pointLength, sequenceLength, nonceLength] = [65, 4, 12]
// A transaction has 1,232 bytes; an icon of a wallet may be longer.
const mostBytes = 1_048_576
/** Timeout of the app's first response, which needs no approval. Milliseconds. */
const helloMs = 10_000
const curve = { namedCurve: 'P-256' }

/** The pair whose public key the link to the app carries. */
export const createAssociation = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', ...curve }, false, ['sign', 'verify'])

export const publicPoint = async ({ publicKey }: CryptoKeyPair): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))

/**
 * Exchanges keys with the app, then calls its methods. Throws a ModalError when the app does not
 * answer, or answers nonsense; that also ends the connection.
 */
export async function openChannel(socket: Socket, association: CryptoKeyPair): Promise<Channel> {
  const life = new AbortController()
  const { signal } = life
  const isText = socket.protocol === subprotocols[1]
  const send = (bytes: Bytes) => socket.send(isText ? base64.encode(bytes) : bytes)
  const end = (error: unknown) => {
    life.abort(error)
    socket.close()
  }
  let receive: (message: Bytes) => unknown = () => undefined
  // Messages are read one after the other, because decrypting takes its time.
  let reading: Promise<unknown> = Promise.resolve()
  const onMessage = (event: Event) => {
    reading = reading
      .then(() => receive(bytesOf((event as MessageEvent<unknown>).data, isText)))
      .catch(error => end(badAppAnswer(error)))
  }
  socket.addEventListener('message', onMessage, { signal })
  socket.addEventListener('close', () => end(appClosed()), { signal })

  /** `HELLO_REQ`, answered by `HELLO_RSP`. */
  const shakeHands = async (): Promise<Cipher> => {
    const own = await crypto.subtle.generateKey({ name: 'ECDH', ...curve }, false, ['deriveBits'])
    const point = await publicPoint(own)
    const proof = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      association.privateKey,
      point,
    )
    const answer = new Promise<Bytes>(resolve => {
      // An empty message only says that the app is there.
      receive = message => message.length && resolve(message)
    })
    send(join(point, new Uint8Array(proof)))
    const theirs = await withTimeout(() => answer, helloMs, signal)
    const salt = await publicPoint(association)
    const cipher = createCipher(await deriveKey(own.privateKey, theirs.slice(0, pointLength), salt))
    // Which version the app speaks. There is one so far, and apps before it send nothing.
    if (theirs.length > pointLength) await cipher.decrypt(theirs.slice(pointLength))
    return cipher
  }
  const cipher = await shakeHands().catch(error => {
    end(signal.aborted ? signal.reason : badAppAnswer(error))
    throw signal.reason
  })

  const waiting = new Map<number, (response: AppResponse) => void>()
  receive = async message => {
    const response = readResponse(new TextDecoder().decode(await cipher.decrypt(message)))
    waiting.get(response.id)?.(response)
    waiting.delete(response.id)
  }
  let last = 0
  return {
    async request(method, params) {
      signal.throwIfAborted()
      const id = ++last
      const answer = new Promise<AppResponse>(resolve => waiting.set(id, resolve))
      const text = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      send(await cipher.encrypt(new TextEncoder().encode(text)))
      const { result, error } = await unlessAborted(answer, signal)
      if (error) throw error
      return result
    },
    close: () => end(appClosed()),
  }
}

interface Cipher {
  encrypt(text: Bytes): Promise<Bytes>
  decrypt(message: Bytes): Promise<Bytes>
}
/** AES-128-GCM over a nonce and a number that grows by one with every message of a side. */
function createCipher(key: CryptoKey): Cipher {
  let sent = 0
  let received: number | undefined
  const { subtle } = crypto
  return {
    async encrypt(text) {
      const sequence = new Uint8Array(sequenceLength)
      new DataView(sequence.buffer).setUint32(0, ++sent)
      const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
      const how = { name: 'AES-GCM', iv, additionalData: sequence }
      return join(sequence, iv, new Uint8Array(await subtle.encrypt(how, key, text)))
    },
    async decrypt(message) {
      const sequence = message.slice(0, sequenceLength)
      const number = new DataView(sequence.buffer).getUint32(0)
      // A message that was left out, repeated or put in another order ends the connection.
      if (received !== undefined && number !== received + 1) throw badAppAnswer()
      received = number
      const start = sequenceLength + nonceLength
      const iv = message.slice(sequenceLength, start)
      const how = { name: 'AES-GCM', iv, additionalData: sequence }
      return new Uint8Array(await subtle.decrypt(how, key, message.slice(start)))
    },
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** ECDH, then HKDF with the association's public key as salt. */
async function deriveKey(own: CryptoKey, theirs: Bytes, salt: Bytes): Promise<CryptoKey> {
  const point = await crypto.subtle.importKey('raw', theirs, { name: 'ECDH', ...curve }, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: point }, own, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array() },
    material,
    { name: 'AES-GCM', length: 128 },
    false,
    ['encrypt', 'decrypt'],
  )
}
function bytesOf(data: unknown, isText: boolean): Bytes {
  const bytes =
    isText && typeof data === 'string' && data.length <= mostBytes * 1.4
      ? new Uint8Array(base64.decode(data))
      : data instanceof ArrayBuffer
        ? new Uint8Array(data)
        : undefined
  if (!bytes || bytes.length > mostBytes) throw badAppAnswer()
  return bytes
}
function join(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
