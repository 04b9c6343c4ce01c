/** Messages whose address is looked at to its last letter. What that takes is loaded for the chain of the message alone. */
import type { NetworkId, SignInFields } from '@portico/kernel/contracts'
import { SiwxError } from './error.js'
import { formatMessage, messageOf, type ParsedMessage, readMessage, type SignInMessage } from './message.js'
import type { Namespace } from './namespaces.js'

/** Words the fields of a sign-in. Throws a SiwxError where one is not as the standard has it. */
export async function buildMessage(fields: SignInFields): Promise<string> {
  const message = messageOf(fields)
  const text = formatMessage(message)
  await checkAddress(message)
  return text
}
/** Reads a message. Throws a SiwxError for what is none. */
export async function parseMessage(text: string): Promise<ParsedMessage> {
  const message = readMessage(text)
  await checkAddress(message)
  return message
}

/** Reads an address to the one text that all its spellings share, so that two can be compared; undefined when it is none. */
export async function canonicalAddress(namespace: Namespace, address: string): Promise<string | undefined> {
  switch (namespace) {
    case 'eip155':
      return (await import('./chains/ethereum-address.js')).canonicalAddress(address)
    case 'solana':
      return (await import('@portico/signatures/solana')).canonicalAddress(address)
    case 'bip122':
      return (await import('@portico/signatures/bitcoin-address')).canonicalAddress(address)
    case 'polkadot':
      return (await import('@portico/signatures/substrate-address')).canonicalAddress(address)
  }
}
/** Reads an address to the one spelling that it has on a network, where that network is known here; undefined when it is of another one. */
export async function addressOn(network: NetworkId, address: string): Promise<string | undefined> {
  const [namespace, reference = ''] = network.split(':')
  switch (namespace) {
    case 'bip122':
      return (await import('./chains/bitcoin-networks.js')).addressOn(reference, address)
    case 'polkadot':
      return (await import('./chains/substrate-networks.js')).addressOn(reference, address)
    default:
      // A message has these in one spelling alone.
      return address
  }
}
async function checkAddress({ namespace, address }: SignInMessage): Promise<void> {
  const canonical = await canonicalAddress(namespace, address)
  // EIP-4361 has the address with its checksum (EIP-55), in no other case.
  if (canonical === undefined || (namespace === 'eip155' && canonical !== address)) throw new SiwxError('ADDRESS_MALFORMED', 'address')
}
