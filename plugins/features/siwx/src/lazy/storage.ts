import { deferred, type Http } from '@portico/kernel/contracts'
import { refusal } from '../errors.js'
import type { SiwxOptions, SiwxStorage } from '../options.js'
import { localStorage } from './local-storage.js'

/** Where a host wants its sessions: a storage of its own, its server, or the browser alone. */
export function storageFor({ storage, server }: SiwxOptions, http: () => Http): SiwxStorage {
  if (typeof storage === 'object') return storage
  if (server === undefined) return localStorage
  return deferred(async () => (await import('./remote-storage.js')).createServerStorage(http(), server, refusal), 'nonce', 'find', 'add', 'remove')
}
