import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { readDataDocument } from './data-document.js'
import { addressOf, factsOf, insidePicture, isSpam, join, pageOf } from './rules.js'

const network = 'eip155:1'
const nft = (tokenId: string, more: object = {}) => ({
  asset: `eip155:1/erc721:0xabc/${tokenId}`,
  network,
  standard: 'erc721',
  tokenId,
  amount: 1n,
  ...more,
})
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const gateways = { ipfs: 'https://ipfs.example/', arweave: 'https://arweave.example' }

describe('the address of a picture', () => {
  it.each([
    ['https://art.example/1.png', 'https://art.example/1.png'],
    ['https://art.example/a b.png', 'https://art.example/a%20b.png'],
    [`ipfs://${cid}`, `https://ipfs.example/ipfs/${cid}`],
    [`ipfs://ipfs/${cid}/1.png`, `https://ipfs.example/ipfs/${cid}/1.png`],
    [`ipfs://${cid}/what?#1.png`, `https://ipfs.example/ipfs/${cid}/what%3F%231.png`],
    [
      `ipfs://${cid}/100%/a%20b%E2%80%99s..%25.png`,
      `https://ipfs.example/ipfs/${cid}/100%/a%20b%E2%80%99s..%25.png`,
    ],
    [
      'ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U',
      'https://arweave.example/bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U',
    ],
  ])('%s is requested at %s', (source, address) => {
    expect(addressOf(source, gateways)).toBe(address)
  })

  it.each([
    'http://art.example/1.png',
    'javascript:alert(1)',
    'https://user:password@art.example/1.png',
    'https://127.0.0.1/1.png',
    'https://2130706433/1.png',
    'https://[::1]/1.png',
    'https://router.local/1.png',
    'https://localhost:8545',
    `ipfs://${cid}/../../admin`,
    `ipfs://${cid}/%2e%2e/%2E./admin`,
    `ipfs://${cid}/..%2f..%2fadmin`,
    `ipfs://${cid}/%2e%2e%2Fadmin`,
    `ipfs://${cid}/..%5c..%5Cadmin`,
    `ipfs://${cid}/%252e%252e%252fadmin`,
    `ipfs://${cid}/%00`,
    `ipfs://${cid}/%${'25'.repeat(40)}2e`,
    'ipfs://../admin',
    'ipfs://',
    'ar://short',
    'blob:https://art.example/1',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    '',
  ])('%j has no address', source => {
    expect(addressOf(source, gateways)).toBeUndefined()
  })

  it('content without a host has no address without a gateway that the host chose', () => {
    expect(addressOf(`ipfs://${cid}`)).toBeUndefined()
    expect(addressOf('ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U')).toBeUndefined()
  })

  it('every address is https, and none is a machine of the local network, even when the source names one', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map(path => `ipfs://${cid}/${path}`),
        ),
        source => {
          const address = addressOf(source, gateways)
          if (address === undefined) return
          const { protocol, hostname, pathname, username } = new URL(address)
          expect([protocol, username]).toEqual(['https:', ''])
          if (hostname === 'ipfs.example') expect(pathname.startsWith(`/ipfs/${cid}`)).toBe(true)
        },
      ),
    )
  })

  it.each(['router', 'nas.', 'localhost', 'printer.local', '192.168.0.1', '0x7f.1', '[::1]'])(
    '[S26] a picture is never requested at %s',
    host => {
      expect(addressOf(`https://${host}/1.png`)).toBeUndefined()
    },
  )

  it('a data URL is accepted only for images', () => {
    expect(insidePicture('data:image/svg+xml,<svg onload="alert(1)"/>')).toMatch(/^data:image\/svg/)
    for (const source of [
      'data:text/html,<p>',
      'data:image/svg+xml',
      'data:application/javascript,1',
    ])
      expect(insidePicture(source)).toBeUndefined()
  })
})

describe('a document', () => {
  it.each([
    ['data:application/json;base64,eyJuYW1lIjoiw4QifQ==', { name: 'Ä' }],
    ['data:application/json;charset=utf-8,{"name":"%C3%84"}', { name: 'Ä' }],
    ['data:application/json;utf8,{"name":"100% Ä"}', { name: '100% Ä' }],
    ['data:application/json,{"name":', undefined],
    ['data:application/json;base64,***', undefined],
    ['data:text/plain,{"name":"A"}', undefined],
  ])('a document is read from its own text: %s', (source, expected) => {
    expect(readDataDocument(source)).toEqual(expected)
  })
})

describe('the facts of an item from a third party', () => {
  it('the facts of an item are cleaned and bounded, and consist only of text, figures and a picture', () => {
    const facts = factsOf({
      name: `A\u202E${'x'.repeat(1_000_000)}`,
      description: 'One.\r\n\r\n<b>Two</b>\u0000',
      image: 'javascript:alert(1)',
      animation_url: 'https://film.example/1.mp4',
      external_url: 'https://lure.example',
      attributes: [
        { trait_type: 'Sky', value: 3 },
        { value: true },
        { trait_type: 'Deep', value: {} },
        null,
        'x',
      ],
    })
    expect(facts.name).toHaveLength(80)
    expect(facts.name).not.toContain('\u202E')
    expect(facts).toEqual({
      name: expect.any(String),
      description: 'One.\n<b>Two</b>',
      traits: [
        { name: 'Sky', value: '3' },
        { name: '', value: 'true' },
      ],
    })
  })

  it('a drawing that the contract wrote into its metadata is a picture', () => {
    expect(factsOf({ image_data: '<svg xmlns="http://www.w3.org/2000/svg"/>' }).image).toMatch(
      /^data:image\/svg\+xml,%3Csvg/,
    )
    expect(factsOf({ image_data: '<p>' }).image).toBeUndefined()
  })

  it.each([undefined, null, 7, 'text', [], { name: {}, description: 4, image: [], traits: 'x' }])(
    'invalid facts are empty: %j',
    found => {
      expect(factsOf(found)).toEqual({})
    },
  )

  it.skipIf(!hasVectors)('[S6] no hostile name shows an invisible character', () => {
    for (const { input } of vectors<{ readonly input: string }>('hostile-strings').cases)
      expect(factsOf({ name: input }).name ?? '').not.toMatch(/(?! )[\p{C}\p{Zl}\p{Zp}]/u)
  })
})

describe('a page', () => {
  it('a page accepts only items of this network, and only known fields of them', () => {
    const page = pageOf(
      {
        items: [
          nft('7', { collection: 'Harbors', isSpam: 'true', link: 'https://lure.example' }),
          nft('8', { amount: 0n }),
          nft('9', { amount: '1' }),
          { ...nft('1'), asset: 'eip155:10/erc721:0xabc/1' },
          { ...nft('2'), asset: 'nonsense' },
          null,
          7,
        ],
        next: 'more',
      },
      network,
    )
    expect(page).toEqual({ items: [nft('7', { collection: 'Harbors' })], next: 'more' })
  })
  it.each([
    undefined,
    null,
    {},
    { items: 'x' },
    { items: [], next: 7 },
    { items: Array.from({ length: 1_001 }) },
  ])('a value is rejected as a page: %j', found => {
    expect(pageOf(found, network)).toBeUndefined()
  })
  it('joining a page to the previous ones duplicates nothing', () => {
    const [one, two, three] = ['1', '2', '3'].map(id => nft(id)) as [never, never, never]
    expect(join([one, two], [two, three])).toEqual([one, two, three])
  })
  it.each([
    ['the source says so', { isSpam: true }, true],
    ['a page to visit', { name: 'Visit ape-gift.xyz' }, true],
    ['a reward', { collection: 'Claim your reward' }, true],
    ['a name', { name: 'Harbor at dawn', collection: 'Harbors' }, false],
  ])('spam is hidden: %s', (_, more, expected) => {
    expect(isSpam(nft('1', more) as never)).toBe(expected)
  })
})
