/** Shared by the tests of outbox. */
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import { encoded, except, key, network } from './bench.js'

const never = () => new Promise<never>(() => undefined)
export const silent = except({ confirm: never, compare: never, find: never })
export const entry = {
  hash: '#1',
  network,
  from: 't_ada',
  kind: 'order',
  data: { id: 7n },
  at: 1,
  status: 'confirmed',
  seen: true,
}
export const request = {
  open: '1',
  status: 'unknown',
  network,
  from: 't_ada',
  wallet: 'W',
  at: Date.now(),
  subject: { kind: 'order', data: null },
  guards: true,
  seen: false,
}
export function saved(entries: unknown, version = 2): StorageDriver {
  const storage = memoryStorage()
  storage.set(key, encoded(version, entries))
  return storage
}
