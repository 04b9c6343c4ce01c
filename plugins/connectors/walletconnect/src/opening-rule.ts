import { chainsSlot } from '@portico/kernel/chain'
import { allWalletsView } from '@portico/kernel/connect-page'
import { activeAccount } from '@portico/kernel/session'
import type { OpeningRule } from '@portico/kernel/shell'
import { environmentSlice } from '@portico/kernel/wallet'
import { connectingWalletConnectBasicView } from './refs.js'

/**
 * Chooses the first view of an app without chains and connections.
 * A phone shows all wallets, a desktop a code to scan.
 */
export const openingRule: OpeningRule = {
  id: 'noChains',
  rank: 'first',
  decide(read) {
    if (read.items(chainsSlot).length || activeAccount(read)) return undefined
    return read.state(environmentSlice).kind === 'mobile'
      ? { view: allWalletsView }
      : { view: connectingWalletConnectBasicView, params: { connector: '' } }
  },
}
