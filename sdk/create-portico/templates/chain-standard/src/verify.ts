import { isAddress } from './addresses.js'

/** Replace it: check the signature by your chain's curve. A server runs it, too. */
export async function verify(address: string, text: string, signature: string): Promise<boolean> {
  return signature === `${address} says ${text}`
}

/** For the option `verifiers` of a server: `verifiers: { 'my-chain': myChainVerifier }`. */
export const myChainVerifier = {
  name: 'My Chain',
  verify,
  canonicalAddress: (address: string) => (isAddress(address) ? address : undefined),
}
