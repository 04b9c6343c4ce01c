/**
 * Detects the Bitcoin wallets in the page, including late ones. Decision 14. Sends them no request,
 * and loads the list only when one is found.
 */
import { type ContextOf, once } from '@portico/kernel'
import { type RegisterWallets, watchWallets } from '@portico/kernel/connector-kit'
import type { Bip122Setup } from '../options.js'
import type { WalletList } from './wallet-list.js'

// `window` has no event for a new wallet, so it is polled: soon after the first poll, when the page
// is ready, and when the person returns to it.
const looksInMs = [200, 600, 1_400, 3_000]
// Properties of `window` that hold wallets, by the first name of their path.
const places = [
  'btc_providers',
  'LeatherProvider',
  'unisat',
  'bitkeep',
  'binancew3w',
  'okxwallet',
  'phantom',
]
// Registrations kept between two polls. The cap stops a script that floods the page.
const mostWaiting = 64

/** Resolves when the wallets that are already in the page are listed. */
export async function discoverWallets(
  context: ContextOf<Record<never, never>>,
  setup: Bip122Setup,
  page = globalThis.window,
): Promise<void> {
  const { report, signal } = context
  if (!page || signal.aborted) return
  const load = once(async () =>
    (await import('./wallet-list.js')).createWalletList(context, setup, page),
  )
  const waiting = new Set<unknown>()
  let list: WalletList | undefined
  let started = false

  const look = async (): Promise<void> => {
    if (!list && !waiting.size && !places.some(place => place in page)) return
    list ??= await load()
    const registered = [...waiting]
    waiting.clear()
    if (!signal.aborted) list.look(registered)
  }
  const lookAgain = () => void look().catch(report)

  const register: RegisterWallets = (...wallets) => {
    for (const wallet of wallets) if (waiting.size < mostWaiting) waiting.add(wallet)
    if (started) queueMicrotask(lookAgain)
    return () => {
      for (const wallet of wallets) if (!waiting.delete(wallet)) list?.withdraw(wallet)
    }
  }
  watchWallets(page, register, context)
  started = true
  for (const event of ['load', 'focus']) page.addEventListener(event, lookAgain, { signal })
  const timers = looksInMs.map(ms => setTimeout(lookAgain, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  await look()
}
