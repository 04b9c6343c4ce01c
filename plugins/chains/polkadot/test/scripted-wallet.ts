/** A Polkadot wallet under remote control that stands where real ones do: in `injectedWeb3`, with real keys and real signatures. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { Metadata, TypeRegistry } from '@polkadot/types'
import type { ExtrinsicPayloadValue } from '@polkadot/types/types'
import metadataHex from '@polkadot/types-support/metadata/v14/polkadot-hex'
import type { WalletRig } from '@portico/kernel/testing'
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { encodeSubstrateAddress } from '../src/lazy/ss58.js'

export type KeyType = 'sr25519' | 'ed25519' | 'ecdsa'
export interface Key {
  readonly type: KeyType
  readonly accountId: Uint8Array
  sign(bytes: Uint8Array): Uint8Array
  address(prefix: number): string
}
export function keyOf(seed: number, type: KeyType = 'sr25519'): Key {
  const secret = new Uint8Array(32).fill(seed)
  const address = (accountId: Uint8Array) => (prefix: number) => encodeSubstrateAddress(accountId, prefix)
  if (type === 'ed25519') {
    const accountId = ed25519.getPublicKey(secret)
    return { type, accountId, sign: bytes => ed25519.sign(bytes, secret), address: address(accountId) }
  }
  if (type === 'ecdsa') {
    const accountId = blake2b(secp256k1.getPublicKey(secret, true), { dkLen: 32 })
    const signHash = (bytes: Uint8Array) => {
      const [recovery = 0, ...rest] = secp256k1.sign(blake2b(bytes, { dkLen: 32 }), secret, { prehash: false, format: 'recovered' })
      return Uint8Array.of(...rest, recovery)
    }
    return { type, accountId, sign: signHash, address: address(accountId) }
  }
  const pair = secretFromSeed(secret)
  const accountId = getPublicKey(pair)
  return { type, accountId, sign: bytes => sign(pair, bytes), address: address(accountId) }
}

/** The registry of a real runtime, read by the ecosystem's own library: what this package builds is held against it. Reading it takes a while, so all share it. */
export const polkadotRegistry = new TypeRegistry()
polkadotRegistry.setMetadata(new Metadata(polkadotRegistry, metadataHex))

export { metadataHex }

const wrap = (text: Uint8Array): Uint8Array => {
  const [open, close] = ['<Bytes>', '</Bytes>'].map(mark => new TextEncoder().encode(mark)) as [Uint8Array, Uint8Array]
  return new TextDecoder().decode(text).startsWith('<Bytes>') ? text : Uint8Array.of(...open, ...text, ...close)
}
const kinds: readonly KeyType[] = ['ed25519', 'sr25519', 'ecdsa']

export interface ScriptedWallet extends WalletRig {
  keys: readonly Key[]
  /** Replaces what a method answers. */
  readonly lies: Map<string, (honest: unknown) => unknown>
  readonly asked: { readonly method: string; readonly params: unknown }[]
  /** What `enable` was told. */
  readonly enabledFor: string[]
  /** The wallet's own object under its key. */
  readonly entry: { readonly version: string; enable: (name: string) => Promise<unknown> }
  /** Tells the pages this of its accounts. */
  tell(accounts: unknown): void
  announce(page: object, key?: string): void
}

export function scriptedWallet(options: { readonly genesisHash?: string } = {}): ScriptedWallet {
  const subscribers = new Set<(accounts: unknown) => void>()
  const asked: { method: string; params: unknown }[] = []
  const enabledFor: string[] = []
  const lies: ScriptedWallet['lies'] = new Map()
  let allowed = false
  let prompts = 0
  const accounts = () =>
    wallet.keys.map((key, at) => ({
      address: key.address(42),
      name: `Account ${at}`,
      type: key.type,
      ...(options.genesisHash && { genesisHash: options.genesisHash }),
    }))
  const decide = async (why = 'Cancelled') => {
    prompts++
    if (wallet.policy === 'hang') await new Promise(() => undefined)
    if (wallet.policy === 'decline') throw new Error(why)
  }
  const find = (address: string) => {
    const key = wallet.keys.find(one => one.address(42) === address)
    if (!key) throw new Error('Unable to find keypair')
    return key
  }
  const answer = (method: string, params: unknown, honest: unknown) => {
    asked.push({ method, params })
    return lies.get(method)?.(honest) ?? honest
  }
  const signer = {
    async signRaw(ask: { address: string; data: string; type: string }) {
      await decide()
      const signature = find(ask.address).sign(wrap(hex.decode(ask.data.slice(2))))
      return answer('signRaw', ask, { id: 1, signature: `0x${hex.encode(signature)}` })
    },
    async signPayload(payload: { address: string; version: number; signedExtensions: string[] }) {
      await decide()
      const key = find(payload.address)
      polkadotRegistry.setSignedExtensions(payload.signedExtensions)
      // What a wallet does: it reads the payload by the runtime's own types, and signs what it read.
      const bytes = polkadotRegistry
        .createType('ExtrinsicPayload', payload as unknown as ExtrinsicPayloadValue, { version: payload.version })
        .toU8a({ method: true })
      const signature = key.sign(bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes)
      return answer('signPayload', payload, { id: 2, signature: `0x0${kinds.indexOf(key.type)}${hex.encode(signature)}` })
    },
  }
  const wallet: ScriptedWallet = {
    keys: [keyOf(1), keyOf(2)],
    policy: 'approve',
    get prompts() {
      return prompts
    },
    get listeners() {
      return subscribers.size
    },
    asked,
    lies,
    enabledFor,
    switchAccount() {
      wallet.keys = [...wallet.keys].reverse()
      wallet.tell(accounts())
      return wallet.keys[0]?.address(0) ?? ''
    },
    tell(said) {
      for (const subscriber of [...subscribers]) subscriber(said)
    },
    hangUp() {
      allowed = false
      wallet.tell([])
    },
    entry: {
      version: '1.0.0',
      async enable(name) {
        enabledFor.push(name)
        if (!allowed) await decide('The source is not allowed to interact with this extension')
        allowed = true
        return answer('enable', name, {
          accounts: {
            get: async () => answer('accounts', null, accounts()),
            subscribe(subscriber: (list: unknown) => void) {
              subscribers.add(subscriber)
              subscriber(accounts())
              return () => void subscribers.delete(subscriber)
            },
          },
          signer,
        })
      },
    },
    announce(page, key = 'scripted') {
      const window = page as { injectedWeb3?: Record<string, unknown> }
      window.injectedWeb3 ??= {}
      window.injectedWeb3[key] = wallet.entry
    },
  }
  return wallet
}

/** A page without a browser: events, and whatever wallets put on it. */
export function openPage(): { readonly page: EventTarget; close(): void } {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  return { page, close: () => void Reflect.deleteProperty(globalThis, 'window') }
}
