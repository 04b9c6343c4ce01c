import type { Devnet } from '@portico/devnet'
import { describe, expect, it } from 'vitest'
import { ada, native } from './world.js'

interface World {
  readonly devnet: () => Devnet
  readonly refusal: (path: string, init?: RequestInit) => Promise<unknown>
  readonly post: (body: unknown) => RequestInit
}

/** Requests that the backend answers with a reason and the name of the wrong field. */
export function describeRefusals({ devnet, refusal, post }: World): void {
  const solana = () => devnet().ledger('solana')
  const bitcoin = () => devnet().ledger('bip122')

  describe('a request is refused with its reason and the wrong field:', () => {
    const account = `/v1/account/${ada.address}`
    it.each([
      ['a currency that there is not', `${account}/balance?currency=xyz`, 400, 'currency'],
      ['no currency', `${account}/balance`, 400, 'currency'],
      [
        'a chain that it does not know',
        `${account}/balance?currency=usd&chainId=eip155:424242`,
        400,
        'chainId',
      ],
      ['an address that is none', '/v1/account/0x12/balance?currency=usd', 400, 'address'],
      [
        'an address of another chain',
        `/v1/account/${ada.address}/balance?currency=usd&chainId=CHAIN`,
        400,
        'address',
      ],
      [
        'markup as an address',
        `/v1/account/${encodeURIComponent('<img src=x>')}/history`,
        400,
        'address',
      ],
      ['a token that is none', `${account}/balance?currency=usd&forceUpdate=0x12`, 400, 'address'],
      ['a cursor that is none', `${account}/history?cursor=abc`, 400, 'cursor'],
      ['another on-ramp', `${account}/history?onramp=bank`, 400, 'provider'],
      ['gas of no chain', '/v1/convert/gas-price', 400, 'chainId'],
      ['gas where there is none', '/v1/convert/gas-price?chainId=BITCOIN', 400, 'chainId'],
      ['a page before the first', '/getWallets?page=0', 400, 'page'],
      ['an image', '/getWalletImage/abc', 404, 'image'],
      ['a path that leads nowhere', '/v2/anything', 404, 'path'],
    ])('%s', async (_name, path, status, field) => {
      expect(
        await refusal(path.replace('CHAIN', solana().id).replace('BITCOIN', bitcoin().id)),
      ).toEqual([status, field])
    })

    it('prices of an invalid token, of too many tokens, or of none', async () => {
      expect(
        await refusal('/v1/fungible/price', post({ currency: 'usd', addresses: ['eip155'] })),
      ).toEqual([400, 'address'])
      expect(
        await refusal(
          '/v1/fungible/price',
          post({
            currency: 'usd',
            addresses: Array.from({ length: 101 }, () => `eip155:1:${native}`),
          }),
        ),
      ).toEqual([422, 'addresses'])
      expect(await refusal('/v1/fungible/price', post({}))).toEqual([422, 'addresses'])
    })
  })
}
