/** Notices the Bitcoin wallets in the page, also those that come late. Decision 14. Asks none of them anything, and brings no list where there is none. */
import { type ContextOf, once } from '@portico/kernel'
import { hearWallets, type RegisterWallets } from '@portico/kernel/contracts'
import type { Bip122Setup } from '../options.js'
import type { WalletList } from './wallet-list.js'

// The window tells nobody that it got a wallet, so it is looked at again: soon after the first look, when the page is ready, and when the person comes back to it.
const looksInMs = [200, 600, 1_400, 3_000]
// Where wallets stand on the window, by the first of their names.
const places = ['btc_providers', 'LeatherProvider', 'unisat', 'bitkeep', 'binancew3w', 'okxwallet', 'phantom']
// What a script that floods the page is heard of between two looks.
const mostWaiting = 64

/** Resolves when the wallets that stand in the page already are listed. */
export async function discoverWallets(context: ContextOf<Record<never, never>>, setup: Bip122Setup, page = globalThis.window): Promise<void> {
  const { report, signal } = context
  if (!page || signal.aborted) return
  const load = once(async () => (await import('./wallet-list.js')).createWalletList(context, setup, page))
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
  hearWallets(page, register, context)
  started = true
  for (const event of ['load', 'focus']) page.addEventListener(event, lookAgain, { signal })
  const timers = looksInMs.map(ms => setTimeout(lookAgain, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  await look()
}
