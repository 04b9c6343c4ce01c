/**
 * Writes a sign-in for a chain without a profile of CAIP-122. It has the layout of EIP-4361 with
 * the chain's name.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import { chainOf } from '@portico/kernel/chain'
import type { SiwxContext } from '../refs.js'
import { SiwxError } from '../verify/error.js'

/** Throws a SiwxError where a field would break out of its line (threat S15). */
export function wordFor(context: SiwxContext, fields: SignInFields): string {
  const {
    domain,
    address,
    statement = '',
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    resources = [],
  } = fields
  if ([statement, ...resources].some(part => /\p{Cc}/u.test(part)))
    throw new SiwxError('FIELD_MALFORMED')
  return [
    `${domain} wants you to sign in with your ${chainOf(context, chainId)?.name ?? ''} account:`,
    address,
    '',
    ...(statement ? [statement, ''] : ['']),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
    ...(resources.length ? ['Resources:', ...resources.map(resource => `- ${resource}`)] : []),
  ].join('\n')
}
