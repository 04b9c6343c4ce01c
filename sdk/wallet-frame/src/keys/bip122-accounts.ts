/** Bitcoin accounts: P2WPKH for payments (m/84') and taproot for collectibles (m/86'). */
import { hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import type { Bytes } from './bytes.js'
import type { KnownAccount } from './messages.js'
import { withSecp256k1Key } from './seed.js'
import type { SignRequestOf } from './sign-messages.js'

export type BitcoinNetwork = SignRequestOf<'bip122'>['network']

const formats = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
} as const

export interface BitcoinAccount extends KnownAccount {
  readonly script: Bytes
  /** The key before its taproot tweak, 32 bytes. Undefined for payments. */
  readonly tapInternalKey: Bytes | undefined
  readonly secret: Bytes
}

/** Calls `use` with both accounts; their keys are overwritten afterwards. */
export function withBitcoinAccounts<T>(
  entropy: Bytes,
  network: BitcoinNetwork,
  use: (accounts: readonly BitcoinAccount[]) => T,
): Promise<T> {
  const format = formats[network]
  const path = (purpose: number) => `m/${purpose}'/${network === 'mainnet' ? 0 : 1}'/0'/0/0`
  const base = { namespace: 'bip122', network } as const
  return withSecp256k1Key(entropy, path(84), ({ secret, publicKey }) => {
    const payment = p2wpkh(publicKey, format)
    const first: BitcoinAccount = {
      ...base,
      kind: 'payment',
      address: payment.address ?? '',
      publicKey: `0x${hex.encode(publicKey)}`,
      path: path(84),
      script: Uint8Array.from(payment.script),
      tapInternalKey: undefined,
      secret,
    }
    return withSecp256k1Key(entropy, path(86), other => {
      const tapInternalKey = other.publicKey.slice(1)
      const ordinal = p2tr(tapInternalKey, undefined, format)
      const second: BitcoinAccount = {
        ...base,
        kind: 'ordinal',
        address: ordinal.address ?? '',
        publicKey: `0x${hex.encode(tapInternalKey)}`,
        path: path(86),
        script: Uint8Array.from(ordinal.script),
        tapInternalKey,
        secret: other.secret,
      }
      return use([first, second])
    })
  })
}

export const bitcoinAccounts = (
  entropy: Bytes,
  network: BitcoinNetwork,
): Promise<readonly KnownAccount[]> =>
  withBitcoinAccounts(entropy, network, accounts =>
    accounts.map(({ script, tapInternalKey, secret, ...known }) => known),
  )
