import { describe, it } from 'vitest'
import type { StorageDriver } from '../persist.js'
import { storageChecks } from './storage-checks.js'

/** The contract that every storage driver keeps, as tests. */
export function testStorageDriver(name: string, create: () => StorageDriver): void {
  describe(`${name} keeps the contract of a storage driver`, () => {
    for (const check of storageChecks) it(check.name, () => check.run(create))
  })
}
