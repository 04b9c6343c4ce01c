/** How the networks of Polkadot write an account. */
import { readAddress, writeAddress } from '@portico/signatures/substrate-address'

// By the reference of CAIP-2: the prefix of the SS58 registry.
const prefixes: Readonly<Record<string, number>> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  b0a8d493285c2df73290dfb7e61f870f: 2,
  e143f23803ac50e8f6f8e62695d1ce9e: 42,
}
// Belongs to no network: wallets use it where they do not know which one is meant.
const generic = 42

/** The account as this network writes it; as it is given where the network is not known here. Undefined for an address of another network. */
export function addressOn(reference: string, address: string): string | undefined {
  const prefix = Object.hasOwn(prefixes, reference) ? prefixes[reference] : undefined
  if (prefix === undefined) return address
  const account = readAddress(address)
  // What stands on these networks has 32 bytes; a whole key would be the same account under a second name.
  if (account?.length !== 32) return undefined
  return [prefix, generic].some(each => writeAddress(account, each) === address) ? writeAddress(account, prefix) : undefined
}
