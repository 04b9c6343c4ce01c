/** Sign-in messages (CAIP-122) as text and as fields. Synchronous and without cryptography: what it takes to read an address' checksum is in `parse.ts`. */
import type { NetworkId, SignInFields } from '@portico/kernel/contracts'
import { SiwxError } from './error.js'
import { isDomain, isNonce, isRequestId, isScheme, isStatement, isTime, isUri } from './grammar.js'
import { fieldsWritten, type Line, layOut, lines, type SignInMessage } from './layout.js'
import { isNamespace, type Namespace, names } from './namespaces.js'
import { networkWritten, rules } from './rules.js'

export type { SignInMessage } from './layout.js'

export interface ParsedMessage extends SignInMessage {
  /** The network (CAIP-2) that `chainId` means. */
  readonly network?: NetworkId
  /** What was read, byte for byte. */
  readonly text: string
}

const required: readonly Line[] = ['uri', 'version', 'chainId', 'nonce', 'issuedAt']
const resourcesLabel = 'Resources:'
const looksLikeLine = (text: string): boolean => text === resourcesLabel || lines.some(([, label]) => text.startsWith(`${label}: `))

// A message of this size asks for more than anybody reads; what is longer is not looked at.
const longestMessage = 32_768
const mostResources = 64
const longestResource = 16_384

/** Words the fields of a sign-in for the network that `chainId` names. Throws a SiwxError where a field is not as the standard has it. */
export function formatSignIn(fields: SignInFields): string {
  return formatMessage(messageOf(fields))
}
/** The same fields, as the text will write them. Throws a SiwxError for a chain on which sign-in is not known here. */
export function messageOf(fields: SignInFields): SignInMessage {
  const message = fieldsWritten(fields)
  if (!message) throw new SiwxError('NAMESPACE_UNKNOWN')
  return message
}

/** Words a message. The inverse of `readMessage`. Throws a SiwxError where a field is missing or not as the standard has it. */
export function formatMessage(message: SignInMessage): string {
  if (!isNamespace(message.namespace)) throw new SiwxError('NAMESPACE_UNKNOWN')
  check(message)
  const { scheme, domain, resources } = message
  const named = { ...message, domain: scheme === undefined ? domain : `${scheme}://${domain}` }
  const text = layOut(named, resources && [resourcesLabel, ...resources.map(resource => `- ${resource}`)])
  if (text.length > longestMessage) throw new SiwxError('MESSAGE_TOO_LONG')
  return text
}

/**
 * Reads a message, strictly: EIP-4361 for all four, on Solana the looser one of Sign-In With Solana. Throws a SiwxError for anything else.
 *
 * Whether an address' checksum is right is left open: `parseMessage` tells.
 */
export function readMessage(text: string): ParsedMessage {
  if (typeof text !== 'string') throw new SiwxError('MESSAGE_MALFORMED')
  if (text.length > longestMessage) throw new SiwxError('MESSAGE_TOO_LONG')
  const [first = '', address = '', ...rest] = text.split('\n')
  const [, scheme, domain = '', name = ''] = /^(?:([^:/]*):\/\/)?(.*) wants you to sign in with your (\w{1,16}) account:$/.exec(first) ?? []
  const namespace = (Object.keys(names) as Namespace[]).find(each => names[each] === name)
  if (!namespace) throw new SiwxError(name ? 'NAMESPACE_UNKNOWN' : 'MESSAGE_MALFORMED')
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
  return { ...message, ...(chainId !== undefined && { network: networkWritten(namespace, chainId) }), text }
}

interface Body {
  readonly statement?: string | undefined
  readonly tail: readonly string[]
}
/** An empty line, the statement if there is one, an empty line. */
function readBody([empty, second, ...rest]: readonly string[]): Body {
  if (empty !== '' || second === undefined) throw new SiwxError('MESSAGE_MALFORMED')
  if (second === '') return { tail: rest }
  const [third, ...tail] = rest
  if (third !== '') throw new SiwxError('MESSAGE_MALFORMED')
  return { statement: second, tail }
}
/** The statement and the lines, both optional, each behind an empty line. */
function readLooseBody(body: readonly string[]): Body {
  const [empty, second, third, ...tail] = body
  if (!body.length) return { tail: [] }
  if (empty !== '' || second === undefined) throw new SiwxError('MESSAGE_MALFORMED')
  if (looksLikeLine(second)) return { tail: body.slice(1) }
  if (third !== undefined && (third !== '' || !tail.length)) throw new SiwxError('MESSAGE_MALFORMED')
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
  if (label !== resourcesLabel || resources.some(line => !line.startsWith('- '))) throw new SiwxError('MESSAGE_MALFORMED')
  return { ...found, resources: resources.map(line => line.slice(2)) }
}

/** Whether a field's text is sound, for those that stand in a line of their own. */
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
  const { address: addressPattern, chainId: chainIdPattern } = rules[namespace]
  for (const field of ['domain', 'address'] as const) if (!message[field]) throw new SiwxError('FIELD_MISSING', field)
  if (!isDomain(domain)) throw new SiwxError('DOMAIN_MALFORMED', 'domain')
  if (!addressPattern.test(address)) throw new SiwxError('ADDRESS_MALFORMED', 'address')
  const refuse = (field: string): never => {
    throw new SiwxError('FIELD_MALFORMED', field)
  }
  if (scheme !== undefined && (namespace === 'solana' || !isScheme(scheme))) refuse('scheme')
  if (chainId !== undefined && !chainIdPattern.test(chainId)) refuse('chainId')
  // On Solana nothing but its words tells a statement from the lines that follow it.
  if (statement !== undefined && namespace === 'solana' && looksLikeLine(statement)) refuse('statement')
  for (const [field, isSound] of Object.entries(sound)) {
    const text = message[field as keyof typeof sound]
    if (text !== undefined && !isSound(text)) refuse(field)
  }
  if (resources.length > mostResources || resources.some(resource => !isUri(resource, longestResource))) refuse('resources')
  const missing = namespace !== 'solana' && required.find(field => message[field] === undefined)
  if (missing) throw new SiwxError('FIELD_MISSING', missing)
}
