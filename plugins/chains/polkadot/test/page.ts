/** A page without a browser, and the wallet that most tests use. */
import {
  type MockPolkadotWallet,
  mockPolkadotWallet,
  type PolkadotKey,
  type PolkadotKeyType,
  type PolkadotWalletOptions,
  polkadotKey,
} from '@portico/mock-wallets'
import { encodeSubstrateAddress } from '../src/addresses/ss58.js'

export interface TestKey extends PolkadotKey {
  readonly seed: `0x${string}`
  /** The key's address with a prefix. */
  at(prefix: number): string
}
/** Returns the account whose seed is this byte, 32 times. */
export function keyOf(byte: number, type: PolkadotKeyType = 'sr25519'): TestKey {
  const seed = `0x${byte.toString(16).padStart(2, '0').repeat(32)}` as const
  const key = polkadotKey({ seed, type })
  return { ...key, seed, at: prefix => encodeSubstrateAddress(key.accountId, prefix) }
}

export interface TestPage extends EventTarget {
  injectedWeb3?: Record<string, unknown>
}
export function openPage(): { readonly page: TestPage; close(): void } {
  const page: TestPage = new EventTarget()
  Object.assign(globalThis, { window: page })
  return { page, close: () => void Reflect.deleteProperty(globalThis, 'window') }
}

/** A wallet with two accounts, under the key `dot`. */
export function dotWallet(
  target: EventTarget,
  more: Partial<PolkadotWalletOptions> = {},
): MockPolkadotWallet {
  const accounts = [1, 2].map(byte => ({ seed: keyOf(byte).seed, name: `Account ${byte}` }))
  return mockPolkadotWallet({ namespace: 'polkadot', name: 'Dot', accounts, target, ...more })
}
