import { base58 } from '@scure/base'
import { isOnCurve, writeBase58 } from '../messages/keys.js'
import { tokenMetadataProgram } from '../transactions/programs.js'

const words = (text: string) => new TextEncoder().encode(text)
const program = base58.decode(tokenMetadataProgram)

/**
 * Derives the address of a mint's Metaplex metadata: the first derived address that no key can own
 * (Solana: program derived addresses).
 */
export async function metadataAddress(mint: string): Promise<string> {
  const seeds = [...words('metadata'), ...program, ...base58.decode(mint)]
  for (let bump = 255; ; bump--) {
    const derived = Uint8Array.from([...seeds, bump, ...program, ...words('ProgramDerivedAddress')])
    const place = new Uint8Array(await crypto.subtle.digest('SHA-256', derived))
    // Half of all hashes are on the curve, so a mint rarely needs more than a few tries.
    if (bump === 0 || !isOnCurve(place)) return writeBase58(place)
  }
}
