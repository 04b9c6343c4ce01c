import { describe, it } from 'vitest'
import type { StorageDriver } from '../storage-driver.js'
import { storageChecks } from './storage-checks.js'

/** Runs the contract of all storage drivers as tests. */
export function testStorageDriver(name: string, create: () => StorageDriver): void {
  describe(`${name} keeps the contract of a storage driver`, () => {
    for (const check of storageChecks) it(check.name, () => check.run(create))
  })
}
