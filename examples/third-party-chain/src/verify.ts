import { verifyPersonalMessageSignature } from '@mysten/sui/verify'

export async function verify(address: string, text: string, signature: string): Promise<boolean> {
  try {
    await verifyPersonalMessageSignature(new TextEncoder().encode(text), signature, { address })
    return true
  } catch {
    return false
  }
}

/** For the option `verifiers` of a server: `verifiers: { sui: suiVerifier }`. */
export const suiVerifier = {
  name: 'Sui',
  verify,
  canonicalAddress: (address: string) =>
    /^0x[\da-f]{64}$/i.test(address) ? address.toLowerCase() : undefined,
}
