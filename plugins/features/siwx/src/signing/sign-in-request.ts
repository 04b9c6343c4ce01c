/** Builds the message to sign: its fields, its text, and its warnings. */
import type { SignInFields } from '@portico/kernel/capabilities'
import { chainOf } from '@portico/kernel/chain'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { Clock } from '../sessions/clock.js'
import type { SignInRequest, SignInTarget } from '../siwx-state.js'
import { fieldsWritten, isPlain, layOut } from '../verify/layout.js'
import { type ChainNames, nameOf } from '../verify/namespaces.js'
import { messageLifetimeMs } from './deadlines.js'

const nothing = { warnings: [], resources: [], allows: [] }

/**
 * Returns the fields for this page and this moment.
 * The page comes from its real address, not from an option (threat S14).
 */
export function fieldsFor(
  { account, network }: SignInTarget,
  nonce: string,
  clock: Clock,
  { statement, resources, expiresInMs = messageLifetimeMs }: SiwxOptions,
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

/**
 * Formats the message; the host does so where it has `createMessage`.
 * Throws where a field would say something outside its place (threat S15).
 */
export async function requestFor(
  context: SiwxContext,
  fields: SignInFields,
  clock: Clock,
  { createMessage }: SiwxOptions,
): Promise<SignInRequest> {
  const chains = chainsOf(context, fields)
  const own = createMessage ? undefined : await wordsOf(fields, chains)
  const text = own ?? (await createMessage?.(fields)) ?? ''
  const { domain, statement, resources } = fields
  const isOdd = own === undefined || resources?.length || domain.includes('xn--') || clock.error()
  const judged = isOdd
    ? await (await import('./message-warnings.js')).judge(
        text,
        fields,
        clock,
        own !== undefined,
        chains,
      )
    : nothing
  return { text, domain, ...(statement !== undefined && { statement }), ...judged }
}

/**
 * Formats a message of CAIP-122. Throws a SiwxError for a field that violates the standard.
 */
async function wordsOf(fields: SignInFields, chains: ChainNames): Promise<string> {
  const message = fieldsWritten(fields)
  const name = nameOf(message.namespace)
  // The name of another chain comes from its plugin, and is checked with the other fields.
  return name !== undefined && isPlain(message)
    ? layOut(message, name)
    : (await import('../verify/message.js')).formatMessage(message, { verifiers: chains })
}
/** The name of the chain, for messages on a chain that is not built in. */
function chainsOf(context: SiwxContext, { chainId }: SignInFields): ChainNames {
  const chain = chainOf(context, chainId)
  return chain && nameOf(chain.id) === undefined ? { [chain.id]: { name: chain.name } } : {}
}
