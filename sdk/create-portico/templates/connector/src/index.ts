export { type MyWalletOptions, myWallet } from './plugin.js'
export type { MyWalletTransport } from './transport.js'
