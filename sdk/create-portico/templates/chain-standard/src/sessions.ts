import { ChainError } from '@portico/kernel/chain'
import type { Connection, StandardChain, StandardSession } from '@portico/kernel/connector-kit'
import { isAddress } from './addresses.js'
import { namespace, networks } from './networks.js'

/** What wallets of the Wallet Standard do on this chain. */
export const standard: StandardChain = {
  networks,
  account({ address, label }) {
    if (!isAddress(address)) throw new ChainError('WALLET_ANSWER')
    return { namespace, address, type: 'eoa', ...(label && { label }) }
  },
  handle: session => session,
}
/** The handle travels through Portico as an opaque part of the wallet session. */
export const sessionOf = (via: Connection): StandardSession => via.handle as StandardSession
