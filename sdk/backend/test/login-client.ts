import { createHash, generateKeyPairSync, randomBytes, sign, webcrypto } from 'node:crypto'
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { BackendOptions } from '../src/index.js'

const { subtle } = webcrypto
type LoginOptions = NonNullable<BackendOptions['login']>

export const frameOrigin = 'https://wallet.app.test'
export const firstKey = { id: 'one', secret: Buffer.alloc(32, 1).toString('base64') }

/** A configuration whose mails go to `smtp`. */
export const loginOptions = (smtp: string, more: Partial<LoginOptions> = {}): LoginOptions => ({
  origin: frameOrigin,
  name: 'App',
  keys: [firstKey],
  mail: { smtp, from: 'App <login@app.test>' },
  ...more,
})

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url')
export const base64 = (bytes: Uint8Array | ArrayBuffer): string =>
  Buffer.from(bytes as Uint8Array).toString('base64url')

export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}
/** The field of a refusal, with its status. */
export const refusalOf = ({ status, body }: Answered): readonly unknown[] => [
  status,
  (body as { reasons?: { field: string }[] }).reasons?.[0]?.field,
]
export const factsOf = ({ body }: Answered) =>
  (body as { reasons?: Record<string, unknown>[] }).reasons?.[0] ?? {}

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})
const bufferOf = (text: string) => new Uint8Array(Buffer.from(text)).buffer

export interface Recovery {
  readonly kind: string
  readonly blob: string
  readonly meta?: string
  readonly label?: string
  readonly credentialId?: string
}
/** What a proof of `recovery-add` binds. */
export const recoveryBinding = (
  version: number,
  {
    kind,
    blob,
    meta = null as never,
    label = null as never,
    credentialId = null as never,
  }: Recovery,
): string => sha256(Buffer.from(JSON.stringify([version, kind, blob, meta, label, credentialId])))

/** The Ed25519 key that only an opened wallet can use. */
export function createWalletKey() {
  const pair = generateKeyPairSync('ed25519')
  return {
    walletKey: base64(pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)),
    prove(purpose: string, nonce: string, binding: string): string {
      const text = ['portico wallet proof 1', purpose, frameOrigin, nonce, binding].join('\n')
      return base64(sign(null, Buffer.from(text), pair.privateKey))
    },
  }
}
export type WalletKey = ReturnType<typeof createWalletKey>

/** A frame in a browser: its cookie, its device key, and a key for each login. */
export async function createFrame(
  url: () => string,
  { ip = '10.1.1.1', origin = frameOrigin }: { ip?: string; origin?: string } = {},
) {
  const device = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const jwk = await subtle.exportKey('jwk', device.publicKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }
  let cookie: string | undefined
  let loginKey = await suite.kem.generateKeyPair()
  let publicKey = new Uint8Array(await suite.kem.serializePublicKey(loginKey.publicKey))

  const ask = async (
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answered> => {
    const all: Record<string, string | undefined> = {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': ip,
      ...(body !== undefined && { 'content-type': 'application/json', origin }),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    }
    const response = await fetch(`${url()}/login${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      headers: Object.fromEntries(
        Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
    })
    const [set] = response.headers.getSetCookie()
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set ?? '') ?? []
    if (name) cookie = value ? `${name}=${value}` : undefined
    const text = await response.text()
    return {
      status: response.status,
      body: text.startsWith('{') ? JSON.parse(text) : { text },
      headers: response.headers,
    }
  }
  const sign = async (purpose: string, nonce: string, binding: string, at = origin) => {
    const text = ['portico device proof 1', purpose, at, nonce, binding].join('\n')
    const bytes = await subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      device.privateKey,
      Buffer.from(text),
    )
    return base64(bytes)
  }
  const proof = async (purpose: string, binding: string) => {
    const { body } = await ask('/nonce', {})
    const nonce = String(body.nonce ?? base64(randomBytes(24)))
    return { nonce, signature: await sign(purpose, nonce, binding) }
  }
  const keyHash = () => sha256(publicKey)

  return {
    ask,
    sign,
    proof,
    keyHash,
    publicKey: () => base64(publicKey),
    jwk: publicJwk,
    get cookie() {
      return cookie
    },
    set cookie(value) {
      cookie = value
    },
    /** A new key, as for each login. */
    async renewKey() {
      loginKey = await suite.kem.generateKeyPair()
      publicKey = new Uint8Array(await suite.kem.serializePublicKey(loginKey.publicKey))
    },
    askCode: (email: string) => ask('/code', { email, keyHash: keyHash() }),
    /** Enters a code. `code` is the answer of `askCode`. */
    async redeem(code: Answered, digits: string, more: Readonly<Record<string, unknown>> = {}) {
      const nonce = String(code.body.nonce)
      return ask('/session', {
        codeId: code.body.codeId,
        code: digits,
        publicKey: base64(publicKey),
        device: { publicKey: publicJwk, name: 'Test browser' },
        proof: { nonce, signature: await sign('login', nonce, keyHash()) },
        ...more,
      })
    },
    async storeWallet(version: number, share: Uint8Array, more: object = {}) {
      return ask('/wallet', {
        version,
        share: base64(share),
        accounts: [{ namespace: 'eip155', address: '0x00000000000000000000000000000000000000aA' }],
        proof: await proof('store', `${version}.${sha256(share)}`),
        ...more,
      })
    },
    async addRecovery(version: number, recovery: Recovery, key?: WalletKey) {
      const binding = recoveryBinding(version, recovery)
      const given = await proof('recovery-add', binding)
      return ask('/recovery', {
        version,
        ...recovery,
        proof: given,
        ...(key && { walletProof: key.prove('recovery-add', given.nonce, binding) }),
      })
    },
    async release(more: object = {}) {
      return ask('/wallet/release', {
        publicKey: base64(publicKey),
        proof: await proof('release', keyHash()),
        ...more,
      })
    },
    /** Opens what was sealed to this frame's key. Rejects for another key or other data. */
    async open(
      { enc, sealed }: { readonly enc: string; readonly sealed: string },
      aad: string,
    ): Promise<Buffer> {
      const recipient = await suite.createRecipientContext({
        recipientKey: loginKey.privateKey,
        enc: new Uint8Array(Buffer.from(enc, 'base64url')).buffer,
        info: bufferOf('portico server share 1'),
      })
      const opened = await recipient.open(
        new Uint8Array(Buffer.from(sealed, 'base64url')).buffer,
        bufferOf(aad),
      )
      return Buffer.from(opened)
    },
  }
}
export type Frame = Awaited<ReturnType<typeof createFrame>>
