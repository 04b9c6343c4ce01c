/** The server side of sign-in: one handler over web standards, and the parts to mount it with. */
export { createNonces } from '../verify/nonces.js'
export { createRpc } from '../verify/rpc.js'
export type { SignatureDetails, Verifier, Verifiers } from '../verify/verifiers.js'
export type { CookieOptions } from './cookie.js'
export { createSignInHandler, type SignInHandler, type SignInHandlerOptions } from './handler.js'
export { type NodeRequest, type NodeResponse, toNodeListener } from './node.js'
export { createSessions, type NonceStore, type ServerSession, type SessionStore } from './stores.js'
