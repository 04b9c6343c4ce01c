import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import type { Hex, KeyType, PolkadotAccountOptions } from './options.js'

/** An account that signs. */
export interface PolkadotKey {
  readonly type: KeyType
  readonly name: string | undefined
  readonly genesisHash: Hex | undefined
  /** 32 bytes: the public key, or the hash of an ECDSA one. */
  readonly accountId: Uint8Array
  /** SS58 with the prefix 42, which belongs to no network. */
  readonly address: string
  sign(bytes: Uint8Array): Uint8Array
}

/** The account of a seed. */
export function polkadotKey(given: Hex | PolkadotAccountOptions): PolkadotKey {
  const {
    seed,
    type = 'sr25519',
    name,
    genesisHash,
  } = typeof given === 'string' ? { seed: given } : given
  const signer = signers[type](hex.decode(seed.slice(2)))
  return { type, name, genesisHash, address: ss58(signer.accountId, 42), ...signer }
}

/** The text of an account with a prefix below 64. */
function ss58(accountId: Uint8Array, prefix: number): string {
  const body = Uint8Array.of(prefix, ...accountId)
  const checksum = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body), {
    dkLen: 64,
  }).subarray(0, 2)
  return base58.encode(Uint8Array.of(...body, ...checksum))
}

type Signer = Pick<PolkadotKey, 'accountId' | 'sign'>
const signers: Readonly<Record<KeyType, (seed: Uint8Array) => Signer>> = {
  sr25519(seed) {
    const secret = secretFromSeed(seed)
    return { accountId: getPublicKey(secret), sign: bytes => sign(secret, bytes) }
  },
  ed25519: seed => ({
    accountId: ed25519.getPublicKey(seed),
    sign: bytes => ed25519.sign(bytes, seed),
  }),
  ecdsa: seed => ({
    accountId: blake2b(secp256k1.getPublicKey(seed, true), { dkLen: 32 }),
    sign(bytes) {
      const signature = secp256k1.sign(blake2b(bytes, { dkLen: 32 }), seed)
      return Uint8Array.of(...signature.toCompactRawBytes(), signature.recovery)
    },
  }),
}
