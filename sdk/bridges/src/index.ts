export { BridgeError, type BridgeProblem, chainNotListed, notConnected } from './errors.js'
export type { PorticoSession } from './session.js'
