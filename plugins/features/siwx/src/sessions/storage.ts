import type { Http } from '@portico/kernel/backend'
import { lazyMethods } from '@portico/kernel/chain'
import { refusal } from '../errors.js'
import type { SiwxOptions, SiwxStorage } from '../options.js'
import { localStorage } from './local-storage.js'

/** Returns the storage of sessions: the host's own, its server, or the browser alone. */
export function storageFor({ storage, server }: SiwxOptions, http: () => Http): SiwxStorage {
  if (typeof storage === 'object') return storage
  if (server === undefined) return localStorage
  return lazyMethods(
    async () => (await import('./remote-storage.js')).createServerStorage(http(), server, refusal),
    'nonce',
    'find',
    'add',
    'remove',
  )
}
