/** The contract of a storage driver. */
import { expect } from 'vitest'
import type { StorageDriver } from '../storage-driver.js'

export interface StorageCheck {
  readonly name: string
  run(create: () => StorageDriver): Promise<void>
}
export const storageChecks: readonly StorageCheck[] = [
  {
    name: 'returns nothing for a key that was never written',
    async run(create) {
      expect((await create().get('portico.test.absent')) ?? undefined).toBeUndefined()
    },
  },
  {
    name: 'returns exactly the text that was written',
    async run(create) {
      const driver = create()
      const text = '{"version":1,"saved":"ünïcode, 💼 and \\"quotes\\""}'
      await driver.set('portico.test.text', text)
      expect(await driver.get('portico.test.text')).toBe(text)
      await driver.remove('portico.test.text')
    },
  },
  {
    name: 'keeps the newest of two writes',
    async run(create) {
      const driver = create()
      await driver.set('portico.test.twice', 'one')
      await driver.set('portico.test.twice', 'two')
      expect(await driver.get('portico.test.twice')).toBe('two')
      await driver.remove('portico.test.twice')
    },
  },
  {
    name: 'deletes a removed key, and no other key',
    async run(create) {
      const driver = create()
      await driver.set('portico.test.stays', 'here')
      await driver.set('portico.test.goes', 'gone')
      await driver.remove('portico.test.goes')
      expect((await driver.get('portico.test.goes')) ?? undefined).toBeUndefined()
      expect(await driver.get('portico.test.stays')).toBe('here')
      await driver.remove('portico.test.stays')
    },
  },
  {
    name: 'holds 64 KiB under one key',
    async run(create) {
      const driver = create()
      const text = 'x'.repeat(65_536)
      await driver.set('portico.test.long', text)
      expect((await driver.get('portico.test.long'))?.length).toBe(text.length)
      await driver.remove('portico.test.long')
    },
  },
]
