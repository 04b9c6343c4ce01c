/** A standard BIP39 seed, so that the exported words work in every other wallet. */
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { type Bytes, concat, randomBytes, sha256, utf8 } from './bytes.js'

export type WordCount = 12 | 24

export const newEntropy = (wordCount: WordCount): Bytes => randomBytes(wordCount === 12 ? 16 : 32)

export const wordsOf = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

/** The 64 bytes of BIP39 without a passphrase. The caller overwrites them after use. */
export const masterSeed = (entropy: Uint8Array): Promise<Bytes> => stretch(utf8(wordsOf(entropy)))

/** The 64 bytes of substrate-bip39, which starts from the entropy instead of the words. */
export const substrateSeed = (entropy: Bytes): Promise<Bytes> => stretch(entropy)

/** PBKDF2 of BIP39. Portico has no passphrase; the published vectors have one. */
export async function stretch(secret: Bytes, passphrase = ''): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const salt = utf8(`mnemonic${passphrase}`)
  const how = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 512))
}

/** 32 bytes for one purpose (HKDF-SHA-256), which say nothing about the wallet's other keys. */
export async function deriveFromEntropy(entropy: Bytes, purpose: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', entropy, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(purpose) }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256))
}

/** Calls `use` with the BIP-32 key at this path, then overwrites the key and its seed. */
export async function withSecp256k1Key<T>(
  entropy: Uint8Array,
  path: string,
  use: (key: { readonly secret: Bytes; readonly publicKey: Bytes }) => T | Promise<T>,
): Promise<T> {
  const seed = await masterSeed(entropy)
  const root = HDKey.fromMasterSeed(seed)
  const child = root.derive(path)
  const secret = Uint8Array.from(child.privateKey ?? [])
  try {
    return await use({ secret, publicKey: Uint8Array.from(child.publicKey ?? []) })
  } finally {
    seed.fill(0)
    secret.fill(0)
    root.wipePrivateData()
    child.wipePrivateData()
  }
}

export const evmPath = "m/44'/60'/0'/0/0"

/**
 * Names a wallet without its entropy: 16 bytes of the hash of its compressed Ethereum key. What two
 * shares combine to is compared with it, because Shamir's scheme does not notice a wrong share.
 */
export const walletIdOf = (entropy: Uint8Array): Promise<Bytes> =>
  withSecp256k1Key(entropy, evmPath, async ({ publicKey }) =>
    (await sha256(concat(utf8('portico wallet 1'), publicKey))).slice(0, 16),
  )
