/** Shared by the tests of outcome. */
import { shellService } from '@portico/kernel/shell'
import type { TallyMisdeed } from '@portico/kernel/testing'
import { vi } from 'vitest'
import { quoted, type Start } from './market.js'

export const until = <Value>(condition: () => Value) =>
  vi.waitUntil(condition, { timeout: 20_000, interval: 5 })
export const throws = (error: unknown) => () => Promise.reject(error)
export const nothing = () => undefined
/** A form with a quote whose wallet misbehaves; the modal is open. */
export async function misbehaving(misdeed: TallyMisdeed, more: Start = {}, amount?: string) {
  const all = await quoted(more, amount)
  all.kernel.use(shellService).open()
  all.wallet.misdeed = misdeed
  return all
}
