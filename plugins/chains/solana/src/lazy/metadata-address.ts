import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'
import { tokenMetadataProgram } from './programs.js'

/** Where Metaplex keeps what is said of a mint. In a file of its own: what derives addresses comes with the first question. */
export async function metadataAddress(mint: string): Promise<string> {
  const bytes = getAddressEncoder()
  const programAddress = address(tokenMetadataProgram)
  const [place] = await getProgramDerivedAddress({ programAddress, seeds: ['metadata', bytes.encode(programAddress), bytes.encode(address(mint))] })
  return place
}
