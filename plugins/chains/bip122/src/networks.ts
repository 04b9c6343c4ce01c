/** The networks that this package knows by name, and how a host describes another one. Plain data: what a host does not import is not in its bundle. */
import type { Network } from '@portico/kernel/contracts'

export const namespace = 'bip122'

/** How addresses are written: signet and every testnet write them alike. */
export type AddressFormat = 'mainnet' | 'testnet' | 'regtest'

/** A network of Bitcoin's kind. */
export interface BitcoinNetwork extends Network {
  readonly addressFormat: AddressFormat
  /** What wallets call it: `Mainnet`, `Testnet`, `Signet`. */
  readonly walletName: string
}

/** What makes a network. */
export interface BitcoinNetworkSpec extends Pick<Network, 'name'>, Partial<Pick<Network, 'nativeCurrency' | 'assets' | 'testnet'>> {
  /** CAIP-2: the first 32 hex digits of the hash of block 0. */
  readonly reference: string
  readonly addressFormat: AddressFormat
  readonly walletName: string
  /** Bases of Esplora-compatible APIs, asked in their order: `https://mempool.space/api`. No slash at the end. None: no balance and no transfer. */
  readonly esploraUrls: readonly string[]
  /** Block explorer with the usual paths: `/address/…` and `/tx/…`. No slash at the end. */
  readonly explorer?: { readonly name: string; readonly url: string }
}

/** Describes a network. The native coin is bitcoin with 8 decimals unless the spec names another. */
export function defineBitcoinNetwork({ reference, esploraUrls, explorer, ...spec }: BitcoinNetworkSpec): BitcoinNetwork {
  return {
    nativeCurrency: { name: 'Bitcoin', symbol: spec.addressFormat === 'mainnet' ? 'BTC' : 'tBTC', decimals: 8 },
    ...spec,
    id: reference,
    chainNamespace: namespace,
    caipNetworkId: `${namespace}:${reference}`,
    rpcUrls: esploraUrls,
    ...(explorer && { explorer: { name: explorer.name, address: `${explorer.url}/address/{address}`, transaction: `${explorer.url}/tx/{hash}` } }),
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
/** A chain of one's own. Give it the endpoint: `{ ...bitcoinRegtest, rpcUrls: ['http://127.0.0.1:3002'] }`. */
export const bitcoinRegtest: BitcoinNetwork = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  addressFormat: 'regtest',
  walletName: 'Regtest',
  esploraUrls: [],
  testnet: true,
})
