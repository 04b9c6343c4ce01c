/** Shared by the tests of outcome. */
import type { StorageDriver } from '@portico/kernel'
import { shellService } from '@portico/kernel/shell'
import type { TallyMisdeed } from '@portico/kernel/testing'
import { outboxSlice } from '@portico/kernel/transactions'
import { reviewed, type Start, until } from './bench.js'

/** A review whose wallet misbehaves; the modal is open. */
export async function misbehaving(misdeed: TallyMisdeed, more: Start = {}) {
  const all = await reviewed(more)
  all.kernel.use(shellService).open()
  all.wallet.misdeed = misdeed
  return all
}
export const throws = (error: unknown) => () => Promise.reject(error)
export const nothing = () => undefined
export const written = (storage: StorageDriver, word: string) =>
  until(() => String(storage.get(`portico.${outboxSlice.id}`)).includes(word))
