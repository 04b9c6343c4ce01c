export type { MyChainOptions } from './options.js'
export { myChain } from './plugin.js'
