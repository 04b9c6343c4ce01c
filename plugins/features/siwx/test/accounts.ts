/**
 * One account on every chain, and other accounts beside it, with public keys.
 * They sign with other libraries than the verifiers, where such libraries exist.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import {
  bitcoinAccount,
  type PolkadotKeyType,
  polkadotKey,
  signBip322,
  signLegacy,
} from '@portico/mock-wallets'
import { base58, hex } from '@scure/base'
import { privateKeyToAccount } from 'viem/accounts'
import { formatSignIn } from '../src/verify/message.js'

export interface TestAccount {
  readonly address: string
  readonly network: NetworkId
  /** As in a message. */
  readonly chainId: string
  sign(text: string): Promise<string>
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

function ethereum(byte: string): TestAccount {
  const key = privateKeyToAccount(`0x${byte.repeat(32)}`)
  return {
    address: key.address,
    network: 'eip155:1',
    chainId: '1',
    sign: message => key.signMessage({ message }),
  }
}
function solana(byte: number): TestAccount {
  const secret = new Uint8Array(32).fill(byte)
  return {
    address: base58.encode(ed25519.getPublicKey(secret)),
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainId: 'mainnet',
    sign: async text => base58.encode(ed25519.sign(bytesOf(text), secret)),
  }
}
export function bitcoin(
  byte: string,
  kind: 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh' = 'p2wpkh',
  legacy = false,
): TestAccount {
  const account = bitcoinAccount(`0x${byte.repeat(32)}`, kind, 'Mainnet')
  return {
    address: account.address,
    network: 'bip122:000000000019d6689c085ae165831e93',
    chainId: '000000000019d6689c085ae165831e93',
    sign: async text => (legacy ? signLegacy(text, account) : signBip322(text, account)),
  }
}
export function polkadot(
  byte: string,
  type: PolkadotKeyType = 'sr25519',
  wrap = true,
): TestAccount {
  const key = polkadotKey({ seed: `0x${byte.repeat(32)}`, type })
  const body = Uint8Array.of(0, ...key.accountId)
  const sum = blake2b(Uint8Array.of(...bytesOf('SS58PRE'), ...body), { dkLen: 64 })
  return {
    address: base58.encode(Uint8Array.of(...body, ...sum.subarray(0, 2))),
    network: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    chainId: '91b171bb158e2d3848fa23a9f1c25182',
    sign: async text =>
      `0x${hex.encode(key.sign(bytesOf(wrap ? `<Bytes>${text}</Bytes>` : text)))}`,
  }
}

/** The chains that are built in. */
export type Namespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'
export const accounts: Readonly<Record<Namespace, TestAccount>> = {
  eip155: ethereum('11'),
  solana: solana(1),
  bip122: bitcoin('11'),
  polkadot: polkadot('11'),
}
export const otherAccounts: Readonly<Record<Namespace, TestAccount>> = {
  eip155: ethereum('22'),
  solana: solana(2),
  bip122: bitcoin('22'),
  polkadot: polkadot('22'),
}

/** Returns the fields of a sign-in at app.example. */
export const fields = (namespace: Namespace, more: Partial<SignInFields> = {}): SignInFields => ({
  domain: 'app.example',
  address: accounts[namespace].address,
  uri: 'https://app.example/login',
  version: '1',
  chainId: accounts[namespace].network,
  nonce: '0123456789abcdef',
  issuedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
export async function signed(
  namespace: Namespace,
  more: Partial<SignInFields> = {},
  by: TestAccount = accounts[namespace],
) {
  const message = formatSignIn(fields(namespace, more))
  return { message, signature: await by.sign(message) }
}

/** Resolves with the code of the thrown error; undefined when nothing was thrown. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: { readonly code?: unknown; readonly name?: unknown }) =>
      error.name === 'SiwxError' ? error.code : error,
  )
