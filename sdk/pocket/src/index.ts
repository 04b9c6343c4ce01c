export { PocketError, PocketRefusal } from './errors.js'
export type { Namespace, Namespaces } from './namespaces.js'
export {
  createPocket,
  type Pocket,
  type PocketCall,
  type PocketNews,
  type PocketOptions,
  type PocketPeer,
  type PocketQuestion,
  type PocketSession,
} from './pocket.js'
export type { ChainId, Purse, PurseRequest } from './purses/purse.js'
