/**
 * The networks that this package names, and how a host defines another. Plain data, so unused
 * networks are not bundled.
 */
import type { Network } from '@portico/kernel/chain'

export const namespace = 'bip122'

/** The address format: signet and every testnet share one. */
export type AddressFormat = 'mainnet' | 'testnet' | 'regtest'

/** A Bitcoin network. */
export interface BitcoinNetwork extends Network {
  readonly addressFormat: AddressFormat
  /** The network's name in wallets: `Mainnet`, `Testnet`, `Signet`. */
  readonly walletName: string
}

/** The definition of a network. */
export interface BitcoinNetworkSpec
  extends Pick<Network, 'name'>,
    Partial<Pick<Network, 'nativeCurrency' | 'assets' | 'testnet'>> {
  /** CAIP-2: the first 32 hex digits of the hash of block 0. */
  readonly reference: string
  readonly addressFormat: AddressFormat
  readonly walletName: string
  /**
   * Base URLs of Esplora-compatible APIs, used in order: `https://mempool.space/api`. No trailing
   * slash. None: no balance and no transfer.
   */
  readonly esploraUrls: readonly string[]
  /** Block explorer with the usual paths: `/address/…` and `/tx/…`. No trailing slash. */
  readonly explorer?: { readonly name: string; readonly url: string }
}

/** Defines a network. The native coin is bitcoin with 8 decimals unless the spec names another. */
export function defineBitcoinNetwork({
  reference,
  esploraUrls,
  explorer,
  ...spec
}: BitcoinNetworkSpec): BitcoinNetwork {
  return {
    nativeCurrency: {
      name: 'Bitcoin',
      symbol: spec.addressFormat === 'mainnet' ? 'BTC' : 'tBTC',
      decimals: 8,
    },
    ...spec,
    id: reference,
    namespace,
    caipNetworkId: `${namespace}:${reference}`,
    rpcUrls: esploraUrls,
    ...(explorer && {
      explorer: {
        name: explorer.name,
        address: `${explorer.url}/address/{address}`,
        transaction: `${explorer.url}/tx/{hash}`,
      },
    }),
  }
}

export const bitcoin: BitcoinNetwork = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  addressFormat: 'mainnet',
  walletName: 'Mainnet',
  esploraUrls: ['https://mempool.space/api', 'https://blockstream.info/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space' },
})
export const bitcoinTestnet: BitcoinNetwork = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  addressFormat: 'testnet',
  walletName: 'Testnet',
  esploraUrls: ['https://mempool.space/testnet/api', 'https://blockstream.info/testnet/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space/testnet' },
  testnet: true,
})
export const bitcoinSignet: BitcoinNetwork = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '00000008819873e925422c1ff0f99f7c',
  name: 'Bitcoin Signet',
  addressFormat: 'testnet',
  walletName: 'Signet',
  esploraUrls: ['https://mempool.space/signet/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space/signet' },
  testnet: true,
})
/**
 * A local chain. Give it the endpoint: `{ ...bitcoinRegtest, rpcUrls: ['http://127.0.0.1:3002'] }`.
 */
export const bitcoinRegtest: BitcoinNetwork = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  addressFormat: 'regtest',
  walletName: 'Regtest',
  esploraUrls: [],
  testnet: true,
})
