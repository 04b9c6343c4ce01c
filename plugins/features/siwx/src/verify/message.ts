/**
 * Converts sign-in messages (CAIP-122) between text and fields.
 * Synchronous and without cryptography: `parse.ts` checks the checksum of an address.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { SiwxError } from './error.js'
import { isDomain, isNonce, isRequestId, isScheme, isStatement, isTime, isUri } from './grammar.js'
import { fieldsWritten, type Line, layOut, lines, type SignInMessage } from './layout.js'
import { type ChainNames, isChainName, type NameOptions, nameOf, names } from './namespaces.js'
import { networkWritten, rulesOf } from './rules.js'

export type { SignInMessage } from './layout.js'

export interface ParsedMessage extends SignInMessage {
  /** The network (CAIP-2) that `chainId` means. */
  readonly network?: NetworkId
  /** The text that was read, byte for byte. */
  readonly text: string
}

const required: readonly Line[] = ['uri', 'version', 'chainId', 'nonce', 'issuedAt']
const resourcesLabel = 'Resources:'
const looksLikeLine = (text: string): boolean =>
  text === resourcesLabel || lines.some(([, label]) => text.startsWith(`${label}: `))

// A longer message contains more than a person reads, and is rejected unread.
const longestMessage = 32_768
const mostResources = 64
const longestResource = 16_384

/**
 * Formats a sign-in for the network that `chainId` names. Throws a SiwxError where a field violates
 * the standard. `verifiers` name the chains that are not built in.
 */
export function formatSignIn(fields: SignInFields, options?: NameOptions): string {
  return formatMessage(fieldsWritten(fields), options)
}

/**
 * Formats a message. The inverse of `readMessage`.
 * Throws a SiwxError where a field is missing or violates the standard, and for an unknown chain.
 */
export function formatMessage(message: SignInMessage, { verifiers }: NameOptions = {}): string {
  const name = nameOf(message.namespace, verifiers)
  if (name === undefined) throw new SiwxError('NAMESPACE_UNKNOWN')
  if (!isChainName(name)) throw new SiwxError('FIELD_MALFORMED', 'name')
  check(message)
  const { scheme, domain, resources } = message
  const named = { ...message, domain: scheme === undefined ? domain : `${scheme}://${domain}` }
  const text = layOut(
    named,
    name,
    resources && [resourcesLabel, ...resources.map(resource => `- ${resource}`)],
  )
  if (text.length > longestMessage) throw new SiwxError('MESSAGE_TOO_LONG')
  return text
}

/**
 * Reads a message strictly; throws a SiwxError for an invalid one.
 * The format is EIP-4361 for all chains, on Solana the looser one of Sign-In With Solana. `chains`:
 * the names of chains that are not built in.
 *
 * The checksum of an address is not checked: `parseMessage` does that.
 */
export function readMessage(text: string, { verifiers }: NameOptions = {}): ParsedMessage {
  if (typeof text !== 'string') throw new SiwxError('MESSAGE_MALFORMED')
  if (text.length > longestMessage) throw new SiwxError('MESSAGE_TOO_LONG')
  const [first = '', address = '', ...rest] = text.split('\n')
  const [, scheme, domain = '', name = ''] =
    /^(?:([^:/]*):\/\/)?(.*) wants you to sign in with your (.{1,64}) account:$/u.exec(first) ?? []
  const known: ChainNames = { ...names, ...verifiers }
  const namespace = Object.keys(known).find(each => known[each]?.name === name)
  if (namespace === undefined) throw new SiwxError(name ? 'NAMESPACE_UNKNOWN' : 'MESSAGE_MALFORMED')
  const { statement, tail } = namespace === 'solana' ? readLooseBody(rest) : readBody(rest)
  const message: SignInMessage = {
    namespace,
    ...(scheme !== undefined && { scheme }),
    domain,
    address,
    ...(statement !== undefined && { statement }),
    ...readLines(tail),
  }
  check(message)
  const { chainId } = message
  return {
    ...message,
    ...(chainId !== undefined && { network: networkWritten(namespace, chainId) }),
    text,
  }
}

interface Body {
  readonly statement?: string | undefined
  readonly tail: readonly string[]
}
/** Reads an empty line, the optional statement, and an empty line. */
function readBody([empty, second, ...rest]: readonly string[]): Body {
  if (empty !== '' || second === undefined) throw new SiwxError('MESSAGE_MALFORMED')
  if (second === '') return { tail: rest }
  const [third, ...tail] = rest
  if (third !== '') throw new SiwxError('MESSAGE_MALFORMED')
  return { statement: second, tail }
}
/** Reads the statement and the lines, both optional, each after an empty line. */
function readLooseBody(body: readonly string[]): Body {
  const [empty, second, third, ...tail] = body
  if (!body.length) return { tail: [] }
  if (empty !== '' || second === undefined) throw new SiwxError('MESSAGE_MALFORMED')
  if (looksLikeLine(second)) return { tail: body.slice(1) }
  if (third !== undefined && (third !== '' || !tail.length))
    throw new SiwxError('MESSAGE_MALFORMED')
  return { statement: second, tail }
}

function readLines(given: readonly string[]): Partial<SignInMessage> {
  const found: Partial<Record<Line, string>> = {}
  let at = 0
  for (const [field, label] of lines) {
    const line = given[at]
    if (!line?.startsWith(`${label}: `)) continue
    found[field] = line.slice(label.length + 2)
    at++
  }
  const [label, ...resources] = given.slice(at)
  if (label === undefined) return found
  if (label !== resourcesLabel || resources.some(line => !line.startsWith('- ')))
    throw new SiwxError('MESSAGE_MALFORMED')
  return { ...found, resources: resources.map(line => line.slice(2)) }
}

/** Checks a field's text, for the fields with a separate line. */
const sound: Readonly<Record<Exclude<Line, 'chainId'> | 'statement', (text: string) => boolean>> = {
  statement: isStatement,
  uri: text => isUri(text),
  version: text => text === '1',
  nonce: isNonce,
  issuedAt: isTime,
  expirationTime: isTime,
  notBefore: isTime,
  requestId: isRequestId,
}

function check(message: SignInMessage): void {
  const { namespace, scheme, domain, address, statement, chainId, resources = [] } = message
  const { address: addressPattern, chainId: chainIdPattern } = rulesOf(namespace)
  for (const field of ['domain', 'address'] as const)
    if (!message[field]) throw new SiwxError('FIELD_MISSING', field)
  if (!isDomain(domain)) throw new SiwxError('DOMAIN_MALFORMED', 'domain')
  if (!addressPattern.test(address)) throw new SiwxError('ADDRESS_MALFORMED', 'address')
  const refuse = (field: string): never => {
    throw new SiwxError('FIELD_MALFORMED', field)
  }
  if (scheme !== undefined && (namespace === 'solana' || !isScheme(scheme))) refuse('scheme')
  if (chainId !== undefined && !chainIdPattern.test(chainId)) refuse('chainId')
  // On Solana only the wording distinguishes a statement from the lines that follow it.
  if (statement !== undefined && namespace === 'solana' && looksLikeLine(statement))
    refuse('statement')
  for (const [field, isSound] of Object.entries(sound)) {
    const text = message[field as keyof typeof sound]
    if (text !== undefined && !isSound(text)) refuse(field)
  }
  if (
    resources.length > mostResources ||
    resources.some(resource => !isUri(resource, longestResource))
  )
    refuse('resources')
  const missing = namespace !== 'solana' && required.find(field => message[field] === undefined)
  if (missing) throw new SiwxError('FIELD_MISSING', missing)
}
