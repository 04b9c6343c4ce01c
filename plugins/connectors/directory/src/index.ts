export { DirectoryError } from './errors.js'
export type { CustomWallet, DirectoryOptions, RemoteDirectory } from './options.js'
export { directory } from './plugin.js'
export {
  getWalletsView,
  getWalletView,
  type WalletDirectory,
  type WalletPage,
  type WalletPageAsk,
  walletDirectory,
  walletPages,
  whatIsAWalletView,
} from './refs.js'
