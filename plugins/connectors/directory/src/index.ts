export { DirectoryError } from './errors.js'
export type { CustomWallet, DirectoryOptions, RemoteDirectory } from './options.js'
export { directory } from './plugin.js'
export {
  getWalletsView,
  getWalletView,
  type WalletDirectory,
  type WalletPage,
  type WalletPageAsk,
  walletDirectoryService,
  walletPagesEndpoint,
  whatIsAWalletView,
} from './refs.js'
