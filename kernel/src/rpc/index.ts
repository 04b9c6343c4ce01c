export { createJsonRpc, type JsonRpc, type JsonRpcOptions } from './json-rpc.js'
export {
  type Attempt,
  createNodes,
  type NetworkNode,
  type NodeFailure,
  type NodeProblem,
  type Nodes,
  queryNode,
  type Work,
} from './nodes.js'
export { isUnanswered, type PollOptions, pollUntil, pollUntilAbsent, slowPollMs } from './poll.js'
export {
  createRestNodes,
  type RestAnswer,
  type RestNodes,
  type RestNodesOptions,
} from './rest-nodes.js'
export { RpcRefusal } from './rpc-refusal.js'
export { type Standing, type Watched, watchOutcome } from './watch-outcome.js'
