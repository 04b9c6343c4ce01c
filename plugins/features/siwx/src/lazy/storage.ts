import type { Http } from '@portico/kernel/contracts'
import type { SiwxOptions, SiwxStorage } from '../options.js'
import { localStorage } from './local-storage.js'

/** Where a host wants its sessions: a storage of its own, its server, or the browser alone. */
export function storageFor({ storage, server }: SiwxOptions, http: () => Http): SiwxStorage {
  if (typeof storage === 'object') return storage
  if (server === undefined) return localStorage
  const arrived = async () => (await import('./server-storage.js')).createServerStorage(http(), server)
  return {
    nonce: async signal => (await arrived()).nonce(signal),
    find: async (account, signal) => (await (await arrived()).find?.(account, signal)) ?? { sessions: [] },
    add: async (session, signal) => (await arrived()).add(session, signal),
    remove: async (sessions, signal) => (await arrived()).remove(sessions, signal),
  }
}
