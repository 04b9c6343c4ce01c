/** Compares our signature verifier with another implementation of BIP-322. */
import { type BitcoinAddressKind, signBip322, signLegacy } from '@portico/mock-wallets'
import { Verifier } from 'bip322-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessages } from '../src/messages/messages.js'
import { accountAt } from './page.js'

const { verify } = createMessages()
const never = new AbortController().signal
const ours = (address: string, text: string, signature: string) =>
  verify(
    { namespace: 'bip122', address, type: 'payment', connection: 'bip122/x' },
    text,
    { signature, scheme: 'bip322' },
    never,
  )

describe('our verifier and that of bip322-js', () => {
  it.each([
    ['p2wpkh', 'bip322'],
    ['p2tr', 'bip322'],
    ['p2pkh', 'ecdsa'],
    ['p2sh', 'ecdsa'],
    ['p2wpkh', 'ecdsa'],
  ] as const)(
    '[D29d] our verifier and bip322-js agree on %s by %s: valid over the text, invalid over any other, invalid for any other address',
    async (kind: BitcoinAddressKind, scheme) => {
      const [own, other] = [accountAt(0, kind, 'Mainnet'), accountAt(1, kind, 'Mainnet')]
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
          async text => {
            const signature = scheme === 'ecdsa' ? signLegacy(text, own) : signBip322(text, own)
            for (const [address, said] of [
              [own.address, text],
              [own.address, `${text}!`],
              [other.address, text],
            ] as const)
              expect(await ours(address, said, signature)).toBe(
                Verifier.verifySignature(address, said, signature),
              )
          },
        ),
        { numRuns: 20 },
      )
    },
  )
})
