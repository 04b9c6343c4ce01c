import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { ChainId, Keyring } from './keyrings/keyring.js'

/** A page's sign-in request, in the library's type. */
export type SignInPayload = Parameters<typeof populateAuthPayload>[0]['authPayload']

export interface SignInParts {
  readonly keyring: Keyring
  /** The chains that the wallet offers. */
  readonly chains: readonly ChainId[]
  readonly address: string
  /** How the signature is to be judged: by itself, or by the account, which is a contract. */
  readonly scheme: 'eip191' | 'eip1271'
  /** The text that is signed. */
  readonly format: (request: SignInPayload, issuer: string) => string
}

/**
 * Signs the page's text for the first of its chains that the wallet has, and grants the methods
 * that it names (SIWE with ReCap). Empty when it has none of them.
 */
export async function signIn(
  payload: SignInPayload,
  { keyring, chains, address, scheme, format }: SignInParts,
): Promise<ReturnType<typeof buildAuthObject>[]> {
  const shared = (payload.chains as ChainId[]).filter(chain => chains.includes(chain))
  const [chain] = shared
  if (!chain) return []
  const request = populateAuthPayload({
    authPayload: payload,
    chains: [...shared],
    methods: [...keyring.methods],
  })
  const issuer = `did:pkh:${chain}:${address}`
  const signature = await keyring.run({
    method: 'personal_sign',
    params: [format(request, issuer), address],
    chain,
  })
  return [buildAuthObject(request, { t: scheme, s: String(signature) }, issuer)]
}
