import { hex } from '@scure/base'
import {
  Address,
  NETWORK,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  TEST_NETWORK,
} from '@scure/btc-signer'
import { type BTC_NETWORK, pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import type { BitcoinAddressKind, BitcoinNetworkName } from './options.js'

const formats: Readonly<Record<BitcoinNetworkName, BTC_NETWORK>> = {
  Mainnet: NETWORK,
  Testnet: TEST_NETWORK,
  Signet: TEST_NETWORK,
  Regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** The script that pays an address of this network. */
export function scriptOf(address: string, network: BitcoinNetworkName): Uint8Array {
  return OutScript.encode(Address(formats[network]).decode(address))
}

/** An address with what it takes to spend from it. */
export interface BitcoinAccount {
  readonly address: string
  readonly kind: BitcoinAddressKind
  /** Hex: 33 bytes, or 32 (x only) for taproot. */
  readonly publicKey: string
  readonly script: Uint8Array
  readonly secret: Uint8Array
}

/** The account of this kind that a private key opens. */
export function bitcoinAccount(
  privateKey: string,
  kind: BitcoinAddressKind,
  network: BitcoinNetworkName,
): BitcoinAccount {
  const secret = hex.decode(privateKey.replace(/^0x/, ''))
  const format = formats[network]
  const key = pubECDSA(secret)
  const made =
    kind === 'p2tr'
      ? p2tr(pubSchnorr(secret), undefined, format)
      : kind === 'p2wpkh'
        ? p2wpkh(key, format)
        : kind === 'p2pkh'
          ? p2pkh(key, format)
          : p2sh(p2wpkh(key, format), format)
  return {
    address: made.address ?? '',
    kind,
    publicKey: hex.encode(kind === 'p2tr' ? pubSchnorr(secret) : key),
    script: made.script,
    secret,
  }
}
