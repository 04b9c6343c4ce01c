/** Shared by the tests of views. */
import { gold, quoteOf, type Start, salt, type start } from './market.js'

export type World = Awaited<ReturnType<typeof start>>
export const prices = { native: '2', [gold.asset]: '1', [salt.asset]: '1' }
/** One mark, worth two, for so much gold. */
export const market = (units: bigint, more: Start = {}): Start => ({
  prices,
  routes: { one: async quoteRequest => quoteOf(quoteRequest, units) },
  ...more,
})
export const never = () => new Promise<never>(() => undefined)
