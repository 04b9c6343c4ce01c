import type { Balances } from '@portico/kernel/contracts'
import type { BitcoinNetwork } from '../networks.js'
import { parseBitcoinAddress } from './address.js'
import type { Esplora } from './esplora.js'

/** What an account has: the coins that nobody spent, also those that wait for a block. */
export function createBalances(networkOf: (id: string) => BitcoinNetwork, esploraOf: (network: BitcoinNetwork) => Esplora): Pick<Balances, 'native'> {
  return {
    async native(account, id, signal) {
      signal.throwIfAborted()
      const network = networkOf(id)
      const { address } = parseBitcoinAddress(account.address, network.addressFormat)
      const coins = await esploraOf(network).coins(address, signal)
      const sum = (confirmed: boolean) => coins.reduce((all, coin) => (coin.confirmed === confirmed ? all + coin.value : all), 0n)
      const [confirmed, unconfirmed] = [sum(true), sum(false)]
      return {
        token: { asset: 'native', network: id, ...network.nativeCurrency },
        amount: confirmed + unconfirmed,
        // Coins that wait may still be taken back by whoever sent them.
        ...(unconfirmed && { spendable: confirmed }),
        parts: { confirmed, unconfirmed },
      }
    },
  }
}
