import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software: what an authenticator and a browser answer, byte for byte. */
export interface SoftwarePasskey {
  readonly id: string
  /** As `credential.toJSON()` after `navigator.credentials.create`. */
  create(options: Asked, changes?: Changes): Readonly<Record<string, unknown>>
  /** The same after `navigator.credentials.get`. */
  use(options: Asked, changes?: Changes): Readonly<Record<string, unknown>>
}
interface Asked {
  readonly challenge: string
}
/** What a hostile page or authenticator does differently. */
export interface Changes {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly flags?: number
  readonly counter?: number
  readonly extensions?: object
  readonly userHandle?: string
  /** The origin of the page around the frame that asks. */
  readonly topOrigin?: string
}

const [present, verified, hasCredential] = [0x01, 0x04, 0x40]
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()

/** CBOR (RFC 8949), as far as attestations need it. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<unknown, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, one]) => [cbor(key as number), cbor(one as number)]),
  ])
}

export function createPasskey(
  site: { readonly origin: string; readonly rpId: string },
  userHandle?: string,
): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, { challenge }: Asked, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? site.origin,
        crossOrigin: changes.topOrigin !== undefined,
        ...(changes.topOrigin !== undefined && { topOrigin: changes.topOrigin }),
      }),
    )
  const authData = (changes: Changes, flags: number, rest: Uint8Array = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.counter ?? ++counter)
    const rpIdHash = sha256(changes.rpId ?? site.rpId)
    return Buffer.concat([rpIdHash, Buffer.from([changes.flags ?? flags]), count, rest])
  }
  const answer = (response: object, { extensions = {} }: Changes) => ({
    id: base64(id),
    rawId: base64(id),
    type: 'public-key',
    clientExtensionResults: extensions,
    response,
  })

  return {
    id: base64(id),
    create(options, changes = {}) {
      const cose = cbor(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const data = authData(changes, present | verified | hasCredential, credential)
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      const clientDataJSON = base64(clientData('webauthn.create', options, changes))
      return answer({ clientDataJSON, attestationObject: base64(attestation) }, changes)
    },
    use(options, changes = {}) {
      const data = authData(changes, present | verified)
      const client = clientData('webauthn.get', options, changes)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer(
        {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
          userHandle: changes.userHandle ?? userHandle ?? null,
        },
        changes,
      )
    },
  }
}
