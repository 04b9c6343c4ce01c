export {
  defineSolanaNetwork,
  type SolanaNetwork,
  type SolanaNetworkSpec,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
} from './networks.js'
export type { SolanaOptions } from './options.js'
export { solana } from './plugin.js'
