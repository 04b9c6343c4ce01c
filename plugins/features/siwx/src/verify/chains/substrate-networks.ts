/** The address formats of Polkadot's networks. */
import { readAddress, writeAddress } from '@portico/signatures/substrate-address'

// By the reference of CAIP-2: the prefix of the SS58 registry.
const prefixes: Readonly<Record<string, number>> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  b0a8d493285c2df73290dfb7e61f870f: 2,
  e143f23803ac50e8f6f8e62695d1ce9e: 42,
}
// The generic prefix belongs to no network: wallets use it where they do not know the network.
const generic = 42

/**
 * Returns the account as this network writes it; unchanged where the network is unknown here.
 * Undefined for an address of another network.
 */
export function addressOn(reference: string, address: string): string | undefined {
  const prefix = Object.hasOwn(prefixes, reference) ? prefixes[reference] : undefined
  if (prefix === undefined) return address
  const account = readAddress(address)
  // Accounts of these networks have 32 bytes; a full public key would be a second name of the same
  // account.
  if (account?.length !== 32) return undefined
  return [prefix, generic].some(each => writeAddress(account, each) === address)
    ? writeAddress(account, prefix)
    : undefined
}
