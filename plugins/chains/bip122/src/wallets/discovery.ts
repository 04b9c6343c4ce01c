/**
 * Detects the Bitcoin wallets in the page, including late ones. Decision 14. Sends them no request,
 * and loads the list only when one is found.
 */
import { once } from '@portico/kernel'
import type { ChainContext } from '@portico/kernel/chain'
import { type FoundStandardWallet, watchStandardWallets } from '@portico/kernel/connector-kit'
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

/** Resolves when the wallets that are already in the page are listed. */
export async function discoverWallets(
  context: ChainContext,
  setup: Bip122Setup,
  page = globalThis.window,
): Promise<void> {
  const { report, signal } = context
  if (!page || signal.aborted) return
  const load = once(async () =>
    (await import('./wallet-list.js')).createWalletList(context, setup, page),
  )
  const waiting = new Set<FoundStandardWallet>()
  let list: WalletList | undefined
  let started = false

  const look = async (): Promise<void> => {
    if (!list && !waiting.size && !places.some(place => place in page)) return
    list ??= await load()
    const registered = [...waiting].filter(({ removed }) => !removed.aborted)
    waiting.clear()
    if (!signal.aborted) list.look(registered)
  }
  const lookAgain = () => void look().catch(report)

  await watchStandardWallets(
    context,
    { prefix: 'bitcoin', connect: ['bitcoin:connect', 'standard:connect'] },
    wallets => {
      for (const wallet of wallets) waiting.add(wallet)
      if (started) lookAgain()
    },
    page,
  )
  started = true
  for (const event of ['load', 'focus']) page.addEventListener(event, lookAgain, { signal })
  const timers = looksInMs.map(ms => setTimeout(lookAgain, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  await look()
}
