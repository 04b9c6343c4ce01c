/**
 * Formats, reads and verifies sign-in messages of any chain in any JavaScript runtime. Four chains
 * are built in.
 * Uses only web globals, and needs no kernel.
 */
export { type Cacao, type CacaoPayload, fromCacao, type Signed, toCacao } from './cacao.js'
export { NodeRefusal, SiwxError, type SiwxErrorCode } from './error.js'
export { asciiDomain } from './grammar.js'
export {
  formatMessage,
  formatSignIn,
  type ParsedMessage,
  readMessage,
  type SignInMessage,
} from './message.js'
export type { ChainNames, NameOptions } from './namespaces.js'
export { createNonce, createNonces, type NonceState, type Nonces } from './nonces.js'
export { buildMessage, canonicalAddress, parseMessage } from './parse.js'
export {
  type Capability,
  capabilitiesOf,
  type Recap,
  readRecap,
  recapOf,
  recapWords,
  withRecap,
  writeRecap,
} from './recap.js'
export { createRpc, type RpcAsk, type RpcRequest } from './rpc.js'
export type { SignatureDetails, Verifier, VerifierOptions, Verifiers } from './verifiers.js'
export {
  type SessionPolicy,
  type SignedSession,
  type VerifiedSession,
  verifySession,
} from './verify-session.js'
export { type SignedText, verifySignature } from './verify-signature.js'
