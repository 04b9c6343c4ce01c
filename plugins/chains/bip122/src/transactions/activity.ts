import type { Activity, ActivityEntry } from '@portico/kernel/capabilities'
import { formatAmount } from '@portico/kernel/text'
import { parseBitcoinAddress } from '../addresses/address.js'
import type { BitcoinNetwork } from '../networks.js'
import { type Esplora, historyPage, type PastTransaction, type Payment } from '../node/esplora.js'

/**
 * Past transactions, newest first, with pending ones before all others. The cursor is the last
 * transaction of the previous page.
 */
export function createActivity(
  networkOf: (id: string) => BitcoinNetwork,
  esploraOf: (network: BitcoinNetwork) => Esplora,
): Activity {
  return {
    async page(account, id, cursor, signal) {
      signal.throwIfAborted()
      const network = networkOf(id)
      const { address } = parseBitcoinAddress(account.address, network.addressFormat)
      const found = await esploraOf(network).history(address, cursor, signal)
      const mined = found.filter(({ minedAt }) => minedAt !== undefined)
      const last = mined.length >= historyPage ? mined.at(-1) : undefined
      return {
        entries: found.map(one => entryOf(one, address, network)),
        ...(last && { next: last.txid }),
      }
    },
  }
}

function entryOf(
  { txid, minedAt, from, to }: PastTransaction,
  own: string,
  network: BitcoinNetwork,
): ActivityEntry {
  const { name, symbol, decimals } = network.nativeCurrency
  const [spent, received] = [sumOf(from, own), sumOf(to, own)]
  const others = to.filter(({ address }) => address !== own)
  const foreign = from.some(({ address }) => address !== own)
  const direction =
    spent <= received ? (spent && !foreign ? 'self' : 'in') : others.length ? 'out' : 'self'
  // Where only this account pays: what the others get, without the fee. Where several pay together:
  // what this account has less, and the chain does not show whom it paid (S17).
  const sent = foreign ? spent - received : others.reduce((sum, { value }) => sum + value, 0n)
  const amount = direction === 'in' ? received - spent : direction === 'out' ? sent : received
  return {
    id: txid,
    metadata: {
      minedAt: new Date(minedAt === undefined ? Date.now() : minedAt * 1_000).toISOString(),
      chain: network.caipNetworkId,
      operationType: direction === 'in' ? 'receive' : 'send',
      status: minedAt === undefined ? 'pending' : 'confirmed',
      sentFrom:
        (direction === 'in' ? from.find(({ address }) => address !== own)?.address : own) ?? '',
      sentTo: (direction !== 'out' ? own : foreign ? undefined : others[0]?.address) ?? '',
      hash: txid,
    },
    transfers: [
      {
        direction,
        fungible_info: { name, symbol, asset: 'native' },
        quantity: { numeric: formatAmount(amount, decimals) },
      },
    ],
  }
}
const sumOf = (payments: readonly Payment[], own: string): bigint =>
  payments.reduce((sum, { address, value }) => (address === own ? sum + value : sum), 0n)
