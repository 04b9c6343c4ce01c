export type { MyChainOptions } from './options.js'
export { myChain } from './plugin.js'
export type { MyChainProvider } from './provider.js'
