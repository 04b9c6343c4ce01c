/** Polkadot: sr25519 from the mini secret of substrate-bip39, at the empty path. */
import { blake2b } from '@noble/hashes/blake2.js'
import { writeAddress } from '@portico/signatures/substrate-address'
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { type Bytes, concat, utf8 } from './bytes.js'
import type { KnownAccount } from './messages.js'
import { substrateSeed } from './seed.js'
import type { SignRequestOf, SignResult } from './sign-messages.js'

export const polkadotAccounts = (
  entropy: Bytes,
  prefix: number,
): Promise<readonly KnownAccount[]> =>
  withKey(entropy, secret => {
    const publicKey = getPublicKey(secret)
    return [
      {
        namespace: 'polkadot',
        address: writeAddress(publicKey, prefix),
        publicKey: `0x${hex.encode(publicKey)}`,
        path: '',
      },
    ]
  })

/** The byte that names sr25519 among the kinds of signatures. */
const sr25519Kind = Uint8Array.of(1)

export const signPolkadot = (
  entropy: Bytes,
  request: SignRequestOf<'polkadot'>,
): Promise<SignResult> =>
  withKey(entropy, secret => {
    // Wallets answer text without the byte of the kind, and transactions with it.
    if (request.kind === 'polkadot/bytes')
      return { signature: asHex(sign(secret, wrapped(bytesOf(request.data)))) }
    const payload = bytesOf(request.payload)
    const signed = payload.length > 256 ? blake2b(payload, { dkLen: 32 }) : payload
    return { signature: asHex(concat(sr25519Kind, sign(secret, signed))) }
  })

const [opening, closing] = [utf8('<Bytes>'), utf8('</Bytes>')]

/** Text in `<Bytes>`, so that it can never be a transaction; what is wrapped stays as it is. */
function wrapped(bytes: Bytes): Bytes {
  const isWrapped =
    bytes.length >= opening.length + closing.length &&
    opening.every((byte, at) => bytes[at] === byte) &&
    closing.every((byte, at) => bytes[bytes.length - closing.length + at] === byte)
  return isWrapped ? bytes : concat(opening, bytes, closing)
}

async function withKey<T>(entropy: Bytes, use: (secret: Uint8Array) => T): Promise<T> {
  const seed = await substrateSeed(entropy)
  const secret = secretFromSeed(seed.subarray(0, 32))
  try {
    return use(secret)
  } finally {
    seed.fill(0)
    secret.fill(0)
  }
}

const bytesOf = (text: string): Bytes => Uint8Array.from(hex.decode(text.slice(2).toLowerCase()))
const asHex = (bytes: Uint8Array) => `0x${hex.encode(bytes)}`
