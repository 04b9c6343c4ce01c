import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { readAnnouncement, readBrowserWallet } from './announcements.js'

interface InfoCase {
  readonly name: string
  readonly info: Record<string, unknown> & {
    iconBytesInTest?: number
    nameLengthInTest?: number
    throwsOnAccess?: boolean
    duplicateUuid?: boolean
  }
  readonly valid: boolean
}

const provider = { request: async () => null }
const announce = (info: unknown, by: unknown = provider) =>
  new CustomEvent('eip6963:announceProvider', { detail: { info, provider: by } })
const sound = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Example Wallet',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  rdns: 'com.example.wallet',
}

/** Builds the values that are too big, or too dynamic, for a JSON file. */
function build({ info }: InfoCase): unknown {
  if (info?.iconBytesInTest)
    return { ...info, icon: `data:image/png;base64,${'A'.repeat(info.iconBytesInTest)}` }
  if (info?.nameLengthInTest) return { ...info, name: 'A'.repeat(info.nameLengthInTest) }
  if (info?.throwsOnAccess) {
    return new Proxy(
      {},
      {
        get() {
          throw new TypeError('no')
        },
      },
    )
  }
  return info
}

describe.skipIf(!hasVectors)('announcements, against the EIP-6963 vectors', () => {
  // Duplicate uuids concern the wallet list: see discovery.test.ts.
  const cases = vectors<InfoCase>('eip6963-provider-info').cases.filter(
    one => !one.info?.duplicateUuid,
  )

  it.each(
    cases.map((one, index) => [index, one.valid ? 'takes' : 'refuses', one.name, one] as const),
  )('[S4] case %i: %s "%s"', (_index, _verb, _name, one) => {
    const read = readAnnouncement(announce(build(one)))
    expect(read !== undefined).toBe(one.valid)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    if (!read) return
    expect(read.name.length).toBeLessThanOrEqual(64)
    expect(read.name).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
    expect(Object.keys(read).sort()).toEqual([
      'icon',
      'name',
      'provider',
      'rdns',
      'request',
      'uuid',
    ])
  })
})

describe('readAnnouncement', () => {
  it('returns a displayable name and a lower-case rdns', () => {
    expect(
      readAnnouncement(announce({ ...sound, name: ' Meta\u200bMask\n', rdns: 'IO.MetaMask' })),
    ).toEqual({
      ...sound,
      name: 'MetaMask',
      rdns: 'io.metamask',
      provider,
      request: provider.request,
    })
  })

  it.each([
    ['no detail', undefined],
    ['no provider', announce(sound, null)],
    ['a provider without request', announce(sound, {})],
    ['a provider whose request is no function', announce(sound, { request: 'yes' })],
    [
      'a uuid that is no text but reads like one',
      announce({ ...sound, uuid: { toString: () => sound.uuid } }),
    ],
    [
      'an rdns that is no text but reads like one',
      announce({ ...sound, rdns: { toString: () => sound.rdns, toLowerCase: () => sound.rdns } }),
    ],
    ['a uuid of version 1', announce({ ...sound, uuid: '350670db-19fa-1704-a166-e52e178b59d2' })],
    ['an icon from the network', announce({ ...sound, icon: 'https://example.com/icon.png' })],
    ['a name of invisible characters', announce({ ...sound, name: '\u200b\u2060' })],
  ])('rejects %s', (_what, event) => {
    expect(readAnnouncement(event ?? new CustomEvent('eip6963:announceProvider'))).toBeUndefined()
  })

  it('[S3] accepts or rejects input of any shape without throwing or touching a prototype', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withObjectString: true, withBigInt: true }),
        fc.anything(),
        (info, by) => {
          readAnnouncement(announce(info, by))
          readAnnouncement(
            announce(
              JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
            ),
          )
          expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
        },
      ),
      { numRuns: 500 },
    )
  })

  it('readBrowserWallet accepts window.ethereum only when it has a request function', () => {
    expect(readBrowserWallet({ ethereum: provider })).toEqual({
      provider,
      request: provider.request,
    })
    expect(readBrowserWallet({})).toBeUndefined()
    expect(readBrowserWallet({ ethereum: 'metamask' })).toBeUndefined()
    const trap = {
      get ethereum() {
        throw new TypeError('no')
      },
    }
    expect(readBrowserWallet(trap)).toBeUndefined()
  })
})
