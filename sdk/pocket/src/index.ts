export { PocketError, PocketRefusal } from './errors.js'
export type { ChainId, Keyring, KeyringRequest } from './keyrings/keyring.js'
export type { Namespace, Namespaces } from './namespaces.js'
export type { PocketOptions } from './options.js'
export { createPocket } from './pocket.js'
export type {
  Pocket,
  PocketCall,
  PocketNews,
  PocketPeer,
  PocketQuestion,
  PocketSession,
} from './remote-control.js'
