/**
 * Reads and formats messages with a full check of their address.
 * Only the code for the message's chain is loaded.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { SiwxError } from './error.js'
import { fieldsWritten } from './layout.js'
import { formatMessage, type ParsedMessage, readMessage, type SignInMessage } from './message.js'
import { type VerifierOptions, verifierOf } from './verifiers.js'

/**
 * Formats the fields of a sign-in. Throws a SiwxError where one violates the standard. `verifiers`:
 * of chains that are not built in.
 */
export async function buildMessage(
  fields: SignInFields,
  options: VerifierOptions = {},
): Promise<string> {
  const message = fieldsWritten(fields)
  const text = formatMessage(message, options)
  await checkAddress(message, options)
  return text
}
/** Reads a message. Throws a SiwxError for an invalid one. */
export async function parseMessage(
  text: string,
  options: VerifierOptions = {},
): Promise<ParsedMessage> {
  const message = readMessage(text, options)
  await checkAddress(message, options)
  return message
}

/**
 * Returns the one text that all spellings of an address share.
 * Two addresses can be compared by it. Undefined for an invalid address.
 */
export async function canonicalAddress(
  namespace: string,
  address: string,
  options: VerifierOptions = {},
): Promise<string | undefined> {
  const verifier = verifierOf(namespace, options.verifiers)
  return verifier.canonicalAddress ? verifier.canonicalAddress(address) : address
}
/**
 * Returns the one spelling of an address on a network, where that is known.
 * Undefined for an address of another network.
 */
export async function addressOn(
  network: NetworkId,
  address: string,
  options: VerifierOptions = {},
): Promise<string | undefined> {
  const namespace = network.split(':', 1)[0] ?? ''
  const verifier = verifierOf(namespace, options.verifiers)
  return verifier.addressOn
    ? verifier.addressOn(network, address)
    : canonicalAddress(namespace, address, options)
}
async function checkAddress(
  { namespace, address }: SignInMessage,
  options: VerifierOptions,
): Promise<void> {
  const canonical = await canonicalAddress(namespace, address, options)
  // EIP-4361 requires the address with its checksum (EIP-55).
  if (canonical === undefined || (namespace === 'eip155' && canonical !== address))
    throw new SiwxError('ADDRESS_MALFORMED', 'address')
}
