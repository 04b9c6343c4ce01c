import { afterEach, expect, it, vi } from 'vitest'
import type { ChainConfiguration } from '../configuration.js'
import { createBitcoinChain } from './bitcoin-chain.js'

afterEach(() => vi.unstubAllGlobals())

it('[S17] a Bitcoin payment with several payers names no recipient', async () => {
  const output = (scriptpubkey_address: string, value: number) => ({ scriptpubkey_address, value })
  const made = (txid: string, ...from: object[]) => ({
    txid: txid.repeat(32),
    vin: from.map(prevout => ({ prevout })),
    vout: [output('other', 30_000), output('me', 20_000)],
    status: { confirmed: true, block_time: 1 },
  })
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/block-height/0')
      ? new Response(`000000000019d6689c085ae165831e93${'4'.repeat(32)}`)
      : Response.json([
          made('aa', output('me', 51_000)),
          made('bb', output('me', 40_000), output('outsider', 11_000)),
        ]),
  )
  const configuration = {
    id: 'bip122:000000000019d6689c085ae165831e93',
    rpc: ['http://node.example'],
    tokens: [],
  } as unknown as ChainConfiguration
  const page = await createBitcoinChain(configuration).history?.(
    'me',
    undefined,
    new AbortController().signal,
  )
  expect(
    page?.entries.map(({ metadata, transfers: [one] }) => [
      metadata.operationType,
      metadata.sentFrom,
      metadata.sentTo,
      one?.quantity.numeric,
    ]),
  ).toEqual([
    ['send', 'me', 'other', '0.0003'],
    ['send', 'me', '', '0.0002'],
  ])
})
