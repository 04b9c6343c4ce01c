/** Sign-in messages (CAIP-122) as text and as fields. Synchronous and without cryptography: what it takes to read an address' checksum is in `parse.ts`. */
import type { NetworkId, SignInFields } from '@portico/kernel/contracts'
import { SiwxError } from './error.js'
import { isNamespace, namespaceNamed, networkWritten } from './namespaces.js'
import { fieldsWritten, type Line, lines, longestMessage, looksLikeLine, problemOf, resourcesLabel, type SignInMessage, word } from './wording.js'

export type { SignInMessage } from './wording.js'

export interface ParsedMessage extends SignInMessage {
  /** The network (CAIP-2) that `chainId` means. */
  readonly network?: NetworkId
  /** What was read, byte for byte. */
  readonly text: string
}

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
  const worded = word(message)
  if (typeof worded !== 'string') throw new SiwxError(worded.code, worded.field)
  return worded
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
  const namespace = namespaceNamed(name)
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
  const problem = problemOf(message)
  if (problem) throw new SiwxError(problem.code, problem.field)
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
