/** What a page asks for with `solana:signIn`; the wallet completes it. */
export interface SignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** The text of Sign-In With Solana. */
export function signInText(input: SignInInput, domain: string, address: string): string {
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const resources = input.resources
    ? ['Resources:', ...input.resources.map(resource => `- ${resource}`)]
    : []
  const head = `${input.domain ?? domain} wants you to sign in with your Solana account:\n${input.address ?? address}`
  const details = [...fields, ...resources].join('\n')
  return [head, input.statement, details].filter(Boolean).join('\n\n')
}
