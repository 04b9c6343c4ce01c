import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetadataReader, readDocument } from './nft-metadata.js'

const read = (uri: string) =>
  createMetadataReader({ gateways: {}, hosts: [] })(uri, new AbortController().signal)
const known = (document: object) => readDocument(JSON.stringify(document))

describe('the document of an NFT', () => {
  it('the document of an NFT is read by the standard, and by customary fields', () => {
    expect(
      known({
        name: ' Ada #7 ',
        description: 'First line\nsecond line',
        image: 'ipfs://bafy/7.png',
        animation_url: 'https://media.example/7.mp4',
        external_url: 'https://app.example/7',
        attributes: [
          { trait_type: 'Level', value: 7 },
          { trait_type: 'Rare', value: true },
          { value: 'nameless' },
          'x',
          null,
        ],
        other: 1,
      }),
    ).toEqual({
      state: 'known',
      name: 'Ada #7',
      description: 'First line second line',
      image: 'ipfs://bafy/7.png',
      animation: 'https://media.example/7.mp4',
      externalUrl: 'https://app.example/7',
      attributes: [
        { name: 'Level', value: '7' },
        { name: 'Rare', value: 'true' },
      ],
    })
    expect(known({ image_url: 'ar://x/1' })).toMatchObject({ name: null, image: 'ar://x/1' })
  })

  it.each([
    'javascript:alert(1)',
    'http://tracker.example/x.png',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'https://a b',
    `https://${'a'.repeat(3_000)}`,
    '',
    7,
    {},
  ])('[S26] the document of an NFT has no picture at %j', image => {
    expect(known({ image, animation_url: image, external_url: image })).toMatchObject({
      image: null,
      animation: null,
      externalUrl: null,
    })
  })

  it('the texts of an NFT document are cut, and control characters that turn or hide text are removed', () => {
    const { name } = known({ name: `a\u202eb\u0000${'x'.repeat(500)}` }) as { name: string }
    expect(name).toBe(`ab${'x'.repeat(198)}`)
  })

  it.each(['', '{', '[]', 'null', '7', '<html>'])('%j is no document of an NFT', text => {
    expect(readDocument(text)).toEqual({ state: 'missing' })
  })

  it('reading the document of an NFT never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), text => ['known', 'missing'].includes(readDocument(text).state)),
    )
  })

  it('the document of an NFT is read from a data address: base64, encoded, or plain', async () => {
    const text = '{"name":"7%"}'
    for (const uri of [
      `data:application/json;base64,${Buffer.from(text).toString('base64')}`,
      `data:application/json;utf8,${encodeURIComponent(text)}`,
      `data:application/json,${text}`,
    ])
      expect(await read(uri)).toMatchObject({ state: 'known', name: '7%' })
    expect(await read('data:text/html,<b>')).toEqual({ state: 'missing' })
  })

  it('[S26] an NFT document is not requested without a gateway, from another host, or by a malformed address', async () => {
    expect(await read('ipfs://bafy/7.json')).toEqual({ state: 'unreachable' })
    expect(await read('http://169.254.169.254/')).toEqual({ state: 'unreachable' })
    expect(await read('ftp://example.org/7')).toEqual({ state: 'missing' })
  })

  describe('behind a gateway', () => {
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    const requested: string[] = []
    const server = createServer(({ url = '' }, response) => {
      requested.push(url)
      if (url.endsWith('/moved')) response.writeHead(302, { location: '/api/v0/shutdown' }).end()
      else response.end('{"name":"Coin"}')
    })
    let origin = ''
    beforeAll(async () => {
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    afterAll(async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    })
    const readBehind = (uri: string) => {
      requested.length = 0
      return createMetadataReader({
        gateways: { ipfs: `${origin}/ipfs/`, ar: `${origin}/ar` },
        hosts: [],
      })(uri, new AbortController().signal)
    }

    it('the document of an NFT behind a gateway is read from the folder of the gateway', async () => {
      expect(await readBehind(`ipfs://${cid}/7.json?x#y`)).toMatchObject({
        state: 'known',
        name: 'Coin',
      })
      expect(await readBehind(`ipfs://ipfs/${cid}/7.json`)).toMatchObject({ state: 'known' })
      expect(requested).toEqual([`/ipfs/${cid}/7.json`])
      expect(await readBehind('ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U')).toMatchObject({
        state: 'known',
      })
      expect(requested).toEqual(['/ar/bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U'])
    })

    it.each([
      'ipfs://../api/v0/shutdown',
      'ipfs://ipfs/../../api/v0/shutdown',
      `ipfs://${cid}/../../api/v0/shutdown`,
      `ipfs://${cid}/%2e%2e/%2E./api`,
      `ipfs://${cid}/..%2f..%2fapi`,
      `ipfs://${cid}/%2e%2e%5Capi`,
      `ipfs://${cid}\\..\\..\\api`,
      'ar://../api',
      'ipfs://short',
    ])(
      '[S26] the document of an NFT is not requested at %j, which leads out of the folder',
      async uri => {
        expect(await readBehind(uri)).toEqual({ state: 'missing' })
        expect(requested).toEqual([])
      },
    )

    it('[S26] the document of an NFT is not requested from another place on the host of the gateway, also after a redirect', async () => {
      expect(await readBehind(`${origin}/api/v0/shutdown`)).toEqual({ state: 'unreachable' })
      expect(requested).toEqual([])
      expect(await readBehind(`ipfs://${cid}/moved`)).toEqual({ state: 'unreachable' })
      expect(requested).toEqual([`/ipfs/${cid}/moved`])
    })
  })
})
