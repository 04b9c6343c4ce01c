/**
 * A wallet app of an Android phone: the wallet's side of Mobile Wallet Adapter 2.0, written from
 * its specification. The phone is left out: `open` takes the link that Android would hand over.
 */
import { createPrivateKey, createPublicKey, sign, webcrypto } from 'node:crypto'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { DevnetError } from '../errors.js'
import type { SolanaDevAccount } from './accounts.js'
import { toBase58 } from './base58.js'

/**
 * What the person, or the app, does with a request.
 *
 * `approve` · `decline` · `hang` never answers · `die` closes the connection · `nonsense` answers
 * what makes none · `tamper` changes a byte of the encrypted answer · `repeat` sends the answer
 * before it again, with its old number.
 */
export type WalletAppPolicy =
  | 'approve'
  | 'decline'
  | 'hang'
  | 'die'
  | 'nonsense'
  | 'tamper'
  | 'repeat'

export interface WalletAppOptions {
  readonly account: SolanaDevAccount
  /** The node that it sends transactions to. */
  readonly url?: string
  /** Whether it still signs without sending, which version 2 leaves to the app. Default true. */
  readonly signsOnly?: boolean
  /** Sends text frames in base64 instead of binary ones. */
  readonly isText?: boolean
  /** Uses protocol version 1, which has no version number and no list of features. */
  readonly isLegacy?: boolean
}
export interface WalletApp {
  policy: WalletAppPolicy
  /** An app that was installed anew no longer knows the tokens that it gave away. */
  forgetTokens(): void
  /** The requests, as they came. */
  readonly requests: readonly { readonly method: string; readonly params: Params }[]
  /** Comes to the front and listens where the link says. */
  open(link: string): Promise<void>
  stop(): Promise<void>
}
type Params = Readonly<Record<string, unknown>>
interface Call {
  readonly id: number
  readonly method: string
  readonly params: Params
}

const { subtle } = webcrypto
const curve = { namedCurve: 'P-256' }

const tampered = (bytes: Buffer): Buffer =>
  Buffer.from([...bytes.subarray(0, -1), ~(bytes.at(-1) ?? 0)])

/** A client with a token needs no new approval. */
const needsPerson = ({ method, params }: Call): boolean =>
  method !== 'get_capabilities' && (method !== 'authorize' || params.auth_token === undefined)

export function startWalletApp({
  account,
  url,
  signsOnly = true,
  isText = false,
  isLegacy = false,
}: WalletAppOptions): WalletApp {
  const servers = new Set<WebSocketServer>()
  const tokens = new Set<string>()
  const requests: { method: string; params: Params }[] = []
  const seed = Buffer.from(account.seed.slice(2), 'hex')
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const signatureOf = (bytes: Uint8Array) => sign(null, bytes, key)
  const firstOf = (list: unknown) => Buffer.from(String((list as unknown[])[0]), 'base64')

  const signTransaction = (wire: Buffer): Buffer => {
    const count = wire[0] ?? 0
    const message = wire.subarray(1 + 64 * count)
    // A version stands before the header of three bytes; the number of keys follows.
    const keys = message.subarray((message[0] ?? 0) & 0x80 ? 5 : 4)
    const at = Array.from({ length: count }, (_, index) => index).find(index =>
      keys.subarray(32 * index, 32 * index + 32).equals(publicKey),
    )
    if (at === undefined) throw new DevnetError('BAD_ARGUMENT', 'The account does not sign this.')
    const signed = Buffer.from(wire)
    signatureOf(message).copy(signed, 1 + 64 * at)
    return signed
  }
  const answerTo = async ({ method, params }: Call): Promise<unknown> => {
    switch (method) {
      case 'get_capabilities':
        return isLegacy
          ? { supports_clone_authorization: false, supports_sign_and_send_transactions: true }
          : { features: signsOnly ? ['solana:signTransactions'] : [] }
      case 'authorize': {
        const { auth_token } = params
        if (auth_token !== undefined && !tokens.has(String(auth_token)))
          throw { code: -1, message: 'unknown token' }
        const token = `token-${tokens.size}`
        tokens.add(token)
        return {
          auth_token: token,
          accounts: [
            { address: publicKey.toString('base64'), label: 'Pocket', chains: [params.chain] },
          ],
        }
      }
      case 'sign_messages': {
        const message = firstOf(params.payloads)
        return {
          signed_payloads: [Buffer.concat([message, signatureOf(message)]).toString('base64')],
        }
      }
      case 'sign_transactions':
        return { signed_payloads: [signTransaction(firstOf(params.payloads)).toString('base64')] }
      case 'sign_and_send_transactions': {
        const signed = signTransaction(firstOf(params.payloads))
        const response = await fetch(String(url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'sendTransaction',
            params: [signed.toString('base64'), { encoding: 'base64' }],
          }),
        })
        const { error } = (await response.json()) as { error?: unknown }
        if (error) throw { code: -4, message: 'not submitted' }
        return { signatures: [signed.subarray(1, 65).toString('base64')] }
      }
      default:
        throw { code: -32_601, message: 'Method not found' }
    }
  }

  const app: WalletApp = {
    policy: 'approve',
    requests,
    forgetTokens: () => tokens.clear(),
    async open(link) {
      const { protocol, pathname, searchParams } = new URL(link)
      const token = searchParams.get('association')
      const port = Number(searchParams.get('port'))
      if (protocol !== 'solana-wallet:' || pathname !== '/v1/associate/local' || !token)
        throw new DevnetError('BAD_ARGUMENT', `No wallet app takes the link ${link}`)
      const server = new WebSocketServer({
        host: '127.0.0.1',
        port,
        path: '/solana-wallet',
        handleProtocols: offered => [...offered][isText ? 1 : 0] ?? false,
      })
      servers.add(server)
      await new Promise((resolve, reject) => {
        server.once('listening', resolve)
        server.once('error', reject)
      })
      server.on('connection', socket => {
        // A page that goes away midway ends the connection too.
        socket.on('error', () => socket.terminate())
        serve(socket, Buffer.from(token, 'base64url')).catch(() => socket.close())
        socket.on('close', () => {
          servers.delete(server)
          server.close()
        })
      })
    },
    async stop() {
      for (const server of servers) {
        for (const client of server.clients) client.terminate()
        await new Promise(resolve => server.close(resolve))
      }
      servers.clear()
    },
  }

  /** One connection: keys are exchanged with its first message, then methods are called. */
  async function serve(socket: WebSocket, association: Buffer): Promise<void> {
    const connection = await openConnection(socket, association, { isText, isLegacy })
    if (!connection) return socket.close()
    const { receive, seal, send } = connection
    for (let last = Buffer.alloc(0); ; ) {
      const call = await receive()
      requests.push({ method: call.method, params: call.params })
      const policy = needsPerson(call) ? app.policy : 'approve'
      if (policy === 'die') return socket.close()
      if (policy === 'repeat') send(last)
      else if (policy !== 'hang') {
        last = await seal(await responseTo(call, policy))
        send(policy === 'tamper' ? tampered(last) : last)
      }
    }
  }
  const responseTo = async (call: Call, policy: WalletAppPolicy) => {
    const head = { jsonrpc: '2.0', id: call.id }
    if (policy === 'nonsense') return { ...head, result: { accounts: 'Ada' } }
    if (policy === 'decline')
      return {
        ...head,
        error: { code: call.method === 'authorize' ? -1 : -3, message: 'declined' },
      }
    return answerTo(call).then(
      result => ({ ...head, result }),
      (error: unknown) => ({ ...head, error }),
    )
  }
  if (toBase58(publicKey) !== account.address)
    throw new DevnetError('BAD_ARGUMENT', `${account.address} is not the address of its seed.`)
  return app
}

/** Agrees on keys. Undefined where the page does not have the key of the link. */
async function openConnection(
  socket: WebSocket,
  association: Buffer,
  { isText, isLegacy }: { readonly isText: boolean; readonly isLegacy: boolean },
) {
  const { next, send } = messagesOf(socket, isText)
  const agreed = await agreeOnKey(await next(), association)
  if (!agreed) return undefined
  const { seal, unseal } = createCipher(agreed.secret)
  send(isLegacy ? agreed.point : Buffer.concat([agreed.point, await seal({ v: 'v1' })]))
  const receive = async () => JSON.parse(String(await unseal(await next()))) as Call
  return { receive, seal, send }
}
/** The messages of a connection, one after the other. */
function messagesOf(socket: WebSocket, isText: boolean) {
  const readers: ((message: Buffer) => void)[] = []
  const waiting: Buffer[] = []
  socket.on('message', (data: RawData) => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.concat(data as Buffer[])
    const message = isText ? Buffer.from(bytes.toString(), 'base64') : bytes
    const reader = readers.shift()
    if (reader) reader(message)
    else waiting.push(message)
  })
  return {
    next: async () =>
      waiting.shift() ?? (await new Promise<Buffer>(resolve => readers.push(resolve))),
    send: (bytes: Buffer) => socket.send(isText ? bytes.toString('base64') : bytes),
  }
}

/** `HELLO_REQ` of the page. Undefined where the key of the link has not signed it. */
async function agreeOnKey(hello: Buffer, association: Buffer) {
  const [theirs, proof] = [hello.subarray(0, 65), hello.subarray(65)]
  const ecdsa = { name: 'ECDSA', ...curve, hash: 'SHA-256' }
  const ecdh = { name: 'ECDH', ...curve }
  const verifier = await subtle.importKey('raw', association, ecdsa, false, ['verify'])
  if (!(await subtle.verify(ecdsa, verifier, proof, theirs))) return undefined
  const own = await subtle.generateKey(ecdh, false, ['deriveBits'])
  const point = await subtle.importKey('raw', theirs, ecdh, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: point }, own.privateKey, 256)
  return {
    point: Buffer.from(await subtle.exportKey('raw', own.publicKey)),
    secret: await subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: association, info: new Uint8Array() },
      await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']),
      { name: 'AES-GCM', length: 128 },
      false,
      ['encrypt', 'decrypt'],
    ),
  }
}
/** Messages of AES-128-GCM: number, nonce, encrypted text. */
function createCipher(secret: webcrypto.CryptoKey) {
  let sent = 0
  return {
    async seal(value: unknown) {
      const sequence = Buffer.alloc(4)
      sequence.writeUInt32BE(++sent)
      const iv = webcrypto.getRandomValues(new Uint8Array(12))
      const how = { name: 'AES-GCM', iv, additionalData: sequence }
      const hidden = await subtle.encrypt(how, secret, Buffer.from(JSON.stringify(value)))
      return Buffer.concat([sequence, iv, Buffer.from(hidden)])
    },
    async unseal(message: Buffer) {
      const [sequence, iv] = [message.subarray(0, 4), message.subarray(4, 16)]
      const how = { name: 'AES-GCM', iv, additionalData: sequence }
      return Buffer.from(await subtle.decrypt(how, secret, message.subarray(16)))
    },
  }
}
