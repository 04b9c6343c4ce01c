/** What people do by going somewhere: the views of the specification (facts, section 2) that an event of it (section 7) is named for. */
import type { CurrentView } from '@portico/kernel'

const waysToAWallet = ['ConnectingExternal', 'ConnectingMultiChain', 'ConnectingWalletConnect', 'ConnectingWalletConnectBasic']
const events: Readonly<Record<string, string>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  GetWallet: 'GET_WALLET',
  GetWallets: 'CLICK_GET_WALLET',
  Networks: 'CLICK_NETWORKS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  WhatIsANetwork: 'CLICK_NETWORK_HELP',
  ...Object.fromEntries(waysToAWallet.map(view => [view, 'SELECT_WALLET'])),
}

/** The event of arriving at the last view of `now`. Undefined on the way back, and from one view to the next of the same step. */
export function arrival(before: readonly CurrentView[], now: readonly CurrentView[]): string | undefined {
  const [from, to] = [before.at(-1)?.id ?? '', now.at(-1)?.id ?? '']
  const event = from === 'Swap' && to === 'Networks' ? 'CLICK_SELECT_NETWORK_TO_SWAP' : events[to]
  return now.length < before.length || event === events[from] ? undefined : event
}
