/**
 * Reads and formats messages with a full check of their address.
 * Only the code for the message's chain is loaded.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { SiwxError } from './error.js'
import {
  formatMessage,
  messageOf,
  type ParsedMessage,
  readMessage,
  type SignInMessage,
} from './message.js'
import type { Namespace } from './namespaces.js'

/** Formats the fields of a sign-in. Throws a SiwxError where one violates the standard. */
export async function buildMessage(fields: SignInFields): Promise<string> {
  const message = messageOf(fields)
  const text = formatMessage(message)
  await checkAddress(message)
  return text
}
/** Reads a message. Throws a SiwxError for an invalid one. */
export async function parseMessage(text: string): Promise<ParsedMessage> {
  const message = readMessage(text)
  await checkAddress(message)
  return message
}

/**
 * Returns the one text that all spellings of an address share.
 * Two addresses can be compared by it. Undefined for an invalid address.
 */
export async function canonicalAddress(
  namespace: Namespace,
  address: string,
): Promise<string | undefined> {
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
/**
 * Returns the one spelling of an address on a network, where that is known.
 * Unchanged on an unknown network; undefined for an address of another network.
 */
export async function addressOn(network: NetworkId, address: string): Promise<string | undefined> {
  const [namespace, reference = ''] = network.split(':')
  switch (namespace) {
    case 'bip122':
      return (await import('./chains/bitcoin-networks.js')).addressOn(reference, address)
    case 'polkadot':
      return (await import('./chains/substrate-networks.js')).addressOn(reference, address)
    default:
      // The address of a message in these namespaces has only one spelling.
      return address
  }
}
async function checkAddress({ namespace, address }: SignInMessage): Promise<void> {
  const canonical = await canonicalAddress(namespace, address)
  // EIP-4361 requires the address with its checksum (EIP-55).
  if (canonical === undefined || (namespace === 'eip155' && canonical !== address))
    throw new SiwxError('ADDRESS_MALFORMED', 'address')
}
