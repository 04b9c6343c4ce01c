/** What a person is to sign: the fields, their words, and what is odd about them. */
import { chainOf, type SignInFields } from '@portico/kernel/contracts'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SignInRequest, SignInTarget, SignInWarning } from '../siwx-state.js'
import { SiwxError } from '../verify/error.js'
import { formatSignIn } from '../verify/message.js'
import type { Clock } from './clock.js'

const week = 7 * 24 * 3_600_000
/** A clock that is wrong by more milliseconds is pointed out (situation R18). */
const clockTolerance = 60_000

/** The fields for this page (threat S14: where it is, not where an option says) and this moment. */
export function fieldsFor(
  { account, network }: SignInTarget,
  nonce: string,
  clock: Clock,
  { statement, resources, expiresInMs = week }: SiwxOptions,
): SignInFields {
  const { host, origin } = globalThis.location
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
  const own = createMessage ? undefined : wordsOf(context, fields)
  const text = own ?? (await createMessage?.(fields)) ?? ''
  const off = clock.error()
  const clockWarning: readonly SignInWarning[] = Math.abs(off) > clockTolerance ? [{ kind: 'clock', minutes: Math.round(Math.abs(off) / 60_000) }] : []
  const isLookalike = /(?:^|\.)xn--/.test(fields.domain)
  const isPlain = own !== undefined && !fields.resources?.length
  const { warnings, resources, allows } = isPlain
    ? { warnings: [], resources: [], allows: [] }
    : await (await import('./judge.js')).judge(text, fields, own !== undefined)
  return {
    text,
    domain: fields.domain,
    ...(fields.statement !== undefined && { statement: fields.statement }),
    resources,
    allows,
    warnings: [...warnings, ...(isLookalike ? [{ kind: 'lookalike', said: fields.domain } as const] : []), ...clockWarning],
  }
}

/** CAIP-122; a chain that has no profile of it gets the same text under its own name. */
function wordsOf(context: SiwxContext, fields: SignInFields): string {
  try {
    return formatSignIn(fields)
  } catch (error) {
    if (!(error instanceof SiwxError) || error.code !== 'NAMESPACE_UNKNOWN') throw error
    const { domain, address, statement = '', uri, version, chainId, nonce, issuedAt, expirationTime, resources = [] } = fields
    const head = `${domain} wants you to sign in with your ${chainOf(context, chainId)?.name ?? ''} account:\n${address}\n\n${statement && `${statement}\n`}`
    const lines = [
      `URI: ${uri}`,
      `Version: ${version}`,
      `Chain ID: ${chainId}`,
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt}`,
      `Expiration Time: ${expirationTime}`,
    ]
    const parts = [statement, ...resources]
    if (parts.some(part => /\p{Cc}/u.test(part))) throw new SiwxError('FIELD_MALFORMED')
    return [head, ...lines, ...(resources.length ? ['Resources:', ...resources.map(resource => `- ${resource}`)] : [])].join('\n')
  }
}
