export {
  type AddressFormat,
  type BitcoinNetwork,
  type BitcoinNetworkSpec,
  bitcoin,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  defineBitcoinNetwork,
} from './networks.js'
export type { Bip122Options } from './options.js'
export { bip122 } from './plugin.js'
export { type BitcoinWallet, bitcoinWallet, type PsbtInput } from './wallet.js'
