/** What a page and the frame of the embedded wallet say to each other. Both sides check it. */
export type { ActivityEntry, WalletAccount, WalletDevice } from './account-requests.js'
export {
  bootstrapSchema,
  createId,
  type ErrorPayload,
  type FrameMessage,
  frameMessageSchema,
  maxOpenRequests,
  maxRequests,
  protocolVersion,
  type RequestMessage,
  readySchema,
  requestSchema,
} from './envelope.js'
export { type ErrorCode, errorCodes } from './error-codes.js'
export {
  methodRule,
  type OptionalNamespace,
  optionalMethods,
  safeMethods,
  unsafeMethods,
} from './methods.js'
export { maxBytes, maxDepth, plainJsonBytes } from './plain-json.js'
export {
  codeSchema,
  emailSchema,
  type Payload,
  type RequestName,
  type Result,
  readyMs,
  requests,
  socialProviderSchema,
  type WalletUser,
  waitsForPerson,
} from './requests.js'
export {
  type EvmTransaction,
  evmCallsSchema,
  evmTransactionSchema,
  rpcParams,
  type SignedMethod,
} from './rpc-params.js'
export { sentenceOfCode } from './sentences.js'
