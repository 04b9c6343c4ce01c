/** What a person is to sign: the fields, their words, and what is odd about them. */
import type { SignInFields } from '@portico/kernel/contracts'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SignInRequest, SignInTarget } from '../siwx-state.js'
import { fieldsWritten, isPlain, layOut } from '../verify/layout.js'
import type { Clock } from './clock.js'

const week = 7 * 24 * 3_600_000
const nothing = { warnings: [], resources: [], allows: [] }

/** The fields for this page (threat S14: where it is, not where an option says) and this moment. */
export function fieldsFor(
  { account, network }: SignInTarget,
  nonce: string,
  clock: Clock,
  { statement, resources, expiresInMs = week }: SiwxOptions,
): SignInFields {
  const { host, origin } = location
  const now = clock.now()
  return {
    domain: host,
    address: account.address,
    uri: origin,
    version: '1',
    chainId: network,
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + expiresInMs).toISOString(),
    ...(statement !== undefined && { statement }),
    ...(resources?.length && { resources }),
  }
}

/** Words them; by the host where it does so itself. Throws where a field would say something that is not in its place (threat S15). */
export async function requestFor(context: SiwxContext, fields: SignInFields, clock: Clock, { createMessage }: SiwxOptions): Promise<SignInRequest> {
  const own = createMessage ? undefined : await wordsOf(context, fields)
  const text = own ?? (await createMessage?.(fields)) ?? ''
  const { domain, statement, resources } = fields
  const isOdd = own === undefined || resources?.length || domain.includes('xn--') || clock.error()
  const judged = isOdd ? await (await import('./judge.js')).judge(text, fields, clock, own !== undefined) : nothing
  return { text, domain, ...(statement !== undefined && { statement }), ...judged }
}

/** CAIP-122; a chain that has no profile of it gets the same text under its own name. Throws a SiwxError where a field is not as the standard has it. */
async function wordsOf(context: SiwxContext, fields: SignInFields): Promise<string> {
  const message = fieldsWritten(fields)
  if (!message) return (await import('./other-chain.js')).wordFor(context, fields)
  return isPlain(message) ? layOut(message) : (await import('../verify/message.js')).formatMessage(message)
}
