export { PocketError, PocketRefusal } from './errors.js'
export type { Namespace, Namespaces } from './namespaces.js'
export type { PocketOptions } from './options.js'
export { createPocket } from './pocket.js'
export type { ChainId, Purse, PurseRequest } from './purses/purse.js'
export type {
  Pocket,
  PocketCall,
  PocketNews,
  PocketPeer,
  PocketQuestion,
  PocketSession,
} from './remote-control.js'
