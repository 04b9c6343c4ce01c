import { expect, it } from 'vitest'
import { openTestStore } from '../../../test/store.js'
import { createSecretKeys } from './secret-keys.js'
import { encryptShare } from './server-share.js'
import type { LoginDatabase } from './tables.js'
import { rewrapShares } from './wallets.js'

const key = (id: string, byte: number) => ({
  id,
  secret: Buffer.alloc(32, byte).toString('base64'),
})
const [lost, old, current] = [key('lost', 1), key('old', 2), key('current', 3)]

it('rewraps every share whose key is there, and counts those whose key is gone', async () => {
  const store = await openTestStore(':memory:')
  const database = store.database as unknown as LoginDatabase
  const sealedUnder = { ada: lost, bob: old, cyd: lost, dan: old, eve: current }
  for (const [person, under] of Object.entries(sealedUnder))
    await database
      .insertInto('login_wallets')
      .values({
        person,
        version: 1,
        accounts: '[]',
        wallet_key: null,
        ...encryptShare(createSecretKeys([under]), person, 1, Buffer.alloc(39)),
        changed: 0,
      })
      .execute()
  const keys = createSecretKeys([current, old])
  expect(await rewrapShares(database, keys)).toEqual({ done: 2, failed: 2 })
  expect(await rewrapShares(database, keys)).toEqual({ done: 0, failed: 2 })
  const withLost = createSecretKeys([current, lost])
  expect(await rewrapShares(database, withLost)).toEqual({ done: 2, failed: 0 })
  await store.close()
})
