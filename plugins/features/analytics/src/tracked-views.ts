/** Maps navigation to events: the views for which the specification names one. */
import type { CurrentView } from '@portico/kernel'

const waysToAWallet = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]
const events: Readonly<Record<string, string>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  GetWallet: 'GET_WALLET',
  GetWallets: 'CLICK_GET_WALLET',
  Networks: 'CLICK_NETWORKS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  WhatIsANetwork: 'CLICK_NETWORK_HELP',
  ...Object.fromEntries(waysToAWallet.map(view => [view, 'SELECT_WALLET'])),
}

/**
 * Returns the event for arriving at the last view of `now`.
 * Undefined when going back, and between two views of the same step.
 */
export function arrival(
  before: readonly CurrentView[],
  now: readonly CurrentView[],
): string | undefined {
  const [from, to] = [before.at(-1)?.id ?? '', now.at(-1)?.id ?? '']
  const event = from === 'Swap' && to === 'Networks' ? 'CLICK_SELECT_NETWORK_TO_SWAP' : events[to]
  return now.length < before.length || event === events[from] ? undefined : event
}
