import type { Balances } from '@portico/kernel/capabilities'
import { parseBitcoinAddress } from '../addresses/address.js'
import type { BitcoinNetwork } from '../networks.js'
import type { Esplora } from '../node/esplora.js'

/** Reads the balance of an account, pending coins included. */
export function createBalances(
  networkOf: (id: string) => BitcoinNetwork,
  esploraOf: (network: BitcoinNetwork) => Esplora,
): Pick<Balances, 'native'> {
  return {
    async native(account, id, signal) {
      signal.throwIfAborted()
      const network = networkOf(id)
      const { address } = parseBitcoinAddress(account.address, network.addressFormat)
      const coins = await esploraOf(network).coins(address, signal)
      const sum = (confirmed: boolean) =>
        coins.reduce((all, coin) => (coin.confirmed === confirmed ? all + coin.value : all), 0n)
      const [confirmed, unconfirmed] = [sum(true), sum(false)]
      return {
        token: { asset: 'native', network: id, ...network.nativeCurrency },
        amount: confirmed + unconfirmed,
        // The sender of pending coins can still revoke them.
        ...(unconfirmed && { spendable: confirmed }),
        parts: { confirmed, unconfirmed },
      }
    },
  }
}
