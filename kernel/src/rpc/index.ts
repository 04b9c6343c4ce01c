export { createJsonRpc, type JsonRpc, type JsonRpcOptions } from './json-rpc.js'
export { isUnanswered, type Lookout, lookUntil, lookUntilAbsent, unhurriedMs } from './lookout.js'
export { type Attempt, askNode, createNodes, type NetworkNode, type NodeFailure, type NodeProblem, type Nodes, type Work } from './nodes.js'
export { type Standing, type Watched, watchOutcome } from './watch-outcome.js'
