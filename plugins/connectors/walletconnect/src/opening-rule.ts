import { activeAccount, allWalletsView, chains, environment, type OpeningRule } from '@portico/kernel/contracts'
import { connectingWalletConnectBasicView } from './refs.js'

/** Specification section 2, rule 1: an app without chains, and nobody connected: a phone shows all wallets, a desktop a code to scan. */
export const openingRule: OpeningRule = {
  id: 'noChains',
  rank: 'first',
  decide(read) {
    if (read.items(chains).length || activeAccount(read)) return undefined
    return read.state(environment).kind === 'mobile' ? { view: allWalletsView } : { view: connectingWalletConnectBasicView, params: { connector: '' } }
  },
}
