import { mockBitcoinWallet } from './bip122/wallet.js'
import { mockEvmWallet } from './evm-wallet.js'
import type { MockWallet } from './mock-wallet.js'
import { mockPolkadotWallet } from './polkadot/wallet.js'
import { mockSolanaWallet } from './solana/solana-wallet.js'
import type { WalletEnvironment } from './wallet-environment.js'

/**
 * How the wallet of each namespace is made. A namespace's line here is all that pages and scripts
 * need to know of it.
 */
export const makers = {
  bip122: mockBitcoinWallet,
  eip155: mockEvmWallet,
  solana: mockSolanaWallet,
  polkadot: mockPolkadotWallet,
} as const satisfies Readonly<Record<string, (options: never) => MockWallet>>

type Makers = typeof makers
export type MockNamespace = keyof Makers

/** The options of one namespace's wallet, as far as they can be written as JSON. */
export type WalletOptionsOf<Namespace extends MockNamespace> = Omit<
  Parameters<Makers[Namespace]>[0],
  keyof WalletEnvironment
> & {
  /**
   * The name of the remote control in a page, where two wallets show the same name: one wallet in
   * two namespaces. `name` if not given.
   */
  readonly control?: string
}

/**
 * The options of a wallet of any namespace: `namespace` is the discriminant, `eip155` where there
 * is none.
 */
export type WalletOptions = {
  [Namespace in MockNamespace]: WalletOptionsOf<Namespace>
}[MockNamespace]

/** The remote control of a wallet of any namespace: `namespace` is the discriminant. */
export type AnyMockWallet = ReturnType<Makers[MockNamespace]>

/** Makes the wallet of the namespace that its options name. */
export function makeWallet(options: WalletOptions & WalletEnvironment): AnyMockWallet {
  const make = makers[options.namespace ?? 'eip155'] as (
    options: WalletOptions & WalletEnvironment,
  ) => AnyMockWallet
  return make(options)
}
