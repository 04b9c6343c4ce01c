import type { KnownAccount } from '../keys/messages.js'
import type { FrameNetwork } from './frame-network.js'

/**
 * The addresses of a wallet's accounts on a network. Bitcoin has other accounts on networks of
 * another kind, and payments come first; Substrate writes one account for each network.
 */
export async function addressesOn(
  chainId: string,
  accounts: readonly KnownAccount[],
  network: FrameNetwork | undefined,
): Promise<readonly string[]> {
  const [namespace] = chainId.split(':')
  const own = accounts.filter(account => account.namespace === namespace)
  if (namespace === 'bip122')
    return own.filter(account => account.network === network?.bitcoin).map(addressOf)
  if (namespace !== 'polkadot') return own.map(addressOf)
  const prefix = network?.polkadot?.prefix
  if (prefix === undefined) return []
  const { readAddress, writeAddress } = await import('@portico/signatures/substrate-address')
  return own.flatMap(({ address }) => {
    const account = readAddress(address)
    return account ? [writeAddress(account, prefix)] : []
  })
}
const addressOf = ({ address }: KnownAccount): string => address
