import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeBase58 } from '../messages/keys.js'
import { tokenMetadataProgram } from '../transactions/programs.js'
import { metadataAddress } from './metadata-address.js'

describe('the metadata address of a mint', () => {
  it("equals the SDK's for any mint", async () => {
    const bytes = getAddressEncoder()
    const programAddress = address(tokenMetadataProgram)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async key => {
        const mint = writeBase58(key)
        const [place] = await getProgramDerivedAddress({
          programAddress,
          seeds: ['metadata', bytes.encode(programAddress), bytes.encode(address(mint))],
        })
        expect(await metadataAddress(mint)).toBe(place)
      }),
      { numRuns: 50 },
    )
  })
})
