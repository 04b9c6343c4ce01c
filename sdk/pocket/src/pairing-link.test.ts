import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../kernel/test/vectors.js'
import { readPairingLink } from './pairing-link.js'

interface Case {
  readonly uri: string
  /** Null: libraries differ. */
  readonly valid: boolean | null
  readonly version?: number
  readonly topic?: string
  readonly symKey?: string
  readonly relay?: string
  readonly methods?: readonly string[]
  readonly expiryTimestamp?: number
}

describe('the link of a pairing', () => {
  const { cases, count } = vectors<Case>('walletconnect-uris')
  describe.skipIf(!hasVectors)('the link of a pairing in public vectors', () => {
    it('each pairing link of the public vectors is read', () =>
      expect([cases.length, count]).toEqual([24, 24]))
    it.each(cases.filter(({ valid }) => valid))(
      'a public vector is a pairing link: $uri',
      ({ uri, version, topic, symKey, relay, methods, expiryTimestamp }) => {
        expect(readPairingLink(uri)).toMatchObject({
          version,
          topic,
          ...(symKey && { symKey }),
          ...(relay && { relay }),
          ...(methods && { methods }),
          ...(expiryTimestamp && { expiryTimestamp }),
        })
      },
    )
    // Some parsers accept one slash, others do not: no wallet writes it, so it is refused here.
    it.each(cases.filter(({ valid }) => !valid))(
      'a public vector is no pairing link: $uri',
      ({ uri }) => {
        expect(readPairingLink(uri)).toBeUndefined()
      },
    )
  })

  const topic = 'ab'.repeat(32)
  it.each([
    [
      'a time that is none',
      `wc:${topic}@2?relay-protocol=irn&symKey=${topic}&expiryTimestamp=soon`,
    ],
    ['base64 of something else', btoa('wc:nonsense')],
    [
      'base64 that is cut off',
      btoa(`wc:${topic}@2?relay-protocol=irn&symKey=${topic}`).slice(0, -3),
    ],
    ['the first version without its bridge', `wc:${topic}@1?key=${topic}`],
    [
      'what stands within another link',
      `https://wallet.example/wc?uri=wc:${topic}@2?relay-protocol=irn&symKey=${topic}`,
    ],
  ])('a pairing link is not %s', (_, link) => expect(readPairingLink(link)).toBeUndefined())
})
