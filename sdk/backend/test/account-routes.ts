import { bitcoinAccounts, type Devnet } from '@portico/devnet'
import { encodeAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import type { Backend } from '../src/index.js'
import { contractAnswering } from './code.js'
import { ada, bob, carol, dollar, json, native, send } from './world.js'

interface World {
  readonly devnet: () => Devnet
  readonly backend: () => Backend
  readonly ask: (route: string, path: string) => Promise<unknown>
}

/** The balance and the history of an account, on every kind of ledger. */
export function describeAccount({ devnet, backend, ask }: World): void {
  const solana = () => devnet().ledger('solana')
  const bitcoin = () => devnet().ledger('bip122')

  it('[S7.12] GET balance gives exact amounts, the native coin without an address, and only known prices', async () => {
    const route = 'GET /v1/account/{address}/balance'
    const path = `/v1/account/${bob.address}/balance?currency=usd&projectId=any`
    expect(await ask(route, `${path}&chainId=eip155:1`)).toEqual({
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:1',
          value: 31_502_500,
          price: 3150.25,
          quantity: { decimals: '18', numeric: '10000' },
          iconUrl: '',
        },
        {
          name: 'Portico Dollar',
          symbol: 'PUSD',
          chainId: 'eip155:1',
          address: `eip155:1:${dollar.address.toLowerCase()}`,
          value: 1_000_101.500_15,
          price: 1.0001,
          quantity: { decimals: '6', numeric: '1000001.5' },
          iconUrl: '',
        },
      ],
    })
    const everywhere = (await ask(route, path)) as {
      balances: { chainId: string; price?: number }[]
    }
    expect(everywhere.balances.map(({ chainId, price }) => [chainId, price])).toEqual([
      ['eip155:1', 3150.25],
      ['eip155:1', 1.0001],
      ['eip155:8453', undefined],
      ['eip155:8453', undefined],
    ])
  })

  it('GET balance recognises Solana and Bitcoin accounts by the form of the address', async () => {
    const route = 'GET /v1/account/{address}/balance'
    const [saver] = solana().accounts
    const held = (await ask(route, `/v1/account/${saver.address}/balance?currency=eur`)) as {
      balances: { symbol: string; quantity: object }[]
    }
    expect(held.balances[0]).toMatchObject({
      symbol: 'SOL',
      quantity: { decimals: '9', numeric: '1000' },
    })
    expect(held.balances.map(({ quantity }) => quantity)).toContainEqual({
      decimals: '6',
      numeric: '1000000',
    })
    const [miner] = bitcoinAccounts
    expect(await ask(route, `/v1/account/${miner.address}/balance?currency=btc`)).toEqual({
      balances: [
        {
          name: 'Bitcoin',
          symbol: 'tBTC',
          chainId: bitcoin().id,
          quantity: { decimals: '8', numeric: '10' },
          iconUrl: '',
        },
      ],
    })
  })

  it('GET balance is cached for ten seconds, and forceUpdate reads the chain again at once', async () => {
    const route = 'GET /v1/account/{address}/balance'
    const path = `/v1/account/${carol.address}/balance?currency=usd&chainId=eip155:8453`
    const numeric = async (more = '') =>
      ((await ask(route, path + more)) as { balances: { quantity: { numeric: string } }[] })
        .balances[0]?.quantity.numeric
    expect(await numeric()).toBe('10000')
    await send(devnet().chain(8453), ada.address, { to: carol.address, value: 5n })
    expect(await numeric()).toBe('10000')
    expect(await numeric(`&forceUpdate=eip155:8453:${native}`)).toBe('10000.000000000000000005')
    expect(await numeric()).toBe('10000.000000000000000005')
  })

  it('[S6] GET balance shows a token that a request names in the answer to that request only', async () => {
    const outsider = '0x0000000000000000000000000000000000005ca3'
    const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
    const number = (value: number | bigint) =>
      encodeAbiParameters([{ type: 'uint256' }], [BigInt(value)])
    const answers = {
      '0x70a08231': number(7),
      '0x06fdde03': text('Claim at scam.example'),
      '0x95d89b41': text('SCAM'),
      '0x313ce567': number(0),
    } as const
    await devnet()
      .chain(8453)
      .request('anvil_setCode', [outsider, contractAnswering(answers)])
    const path = `/v1/account/${carol.address}/balance?currency=usd&chainId=eip155:8453`
    const symbols = async (more = '') =>
      (
        (await json(`${backend().url}${path}${more}`)).body as { balances: { symbol: string }[] }
      ).balances.map(({ symbol }) => symbol)
    const own = await symbols()
    expect(own).not.toContain('SCAM')
    expect(await symbols(`&forceUpdate=eip155:8453:${outsider}`)).toEqual([...own, 'SCAM'])
    expect(await symbols()).toEqual(own)
    expect(await symbols(`&forceUpdate=eip155:8453:${native}`)).toEqual(own)
  })

  it('GET balance is read again after a request that named a token', async () => {
    const path = `/v1/account/${ada.address}/balance?currency=usd&chainId=eip155:8453`
    const numeric = async (more = '') =>
      (
        (await json(`${backend().url}${path}${more}`)).body as {
          balances: { quantity: { numeric: string } }[]
        }
      ).balances[0]?.quantity
    const before = await numeric()
    await send(devnet().chain(8453), ada.address, { to: carol.address, value: 5n })
    expect(await numeric()).toEqual(before)
    expect(await numeric(`&forceUpdate=eip155:8453:${dollar.address}`)).not.toEqual(before)
    expect(await numeric()).not.toEqual(before)
  })

  it('[S7.13] GET history lists the indexed transactions, newest first, in data and next', async () => {
    const route = 'GET /v1/account/{address}/history'
    expect(
      await ask(route, `/v1/account/${bob.address}/history?chainId=eip155:1&projectId=any`),
    ).toMatchObject({
      data: [
        {
          metadata: {
            operationType: 'receive',
            status: 'confirmed',
            sentFrom: ada.address.toLowerCase(),
            sentTo: bob.address.toLowerCase(),
            chain: 'eip155:1',
          },
          transfers: [
            { fungible_info: { symbol: 'PUSD' }, direction: 'in', quantity: { numeric: '1.5' } },
          ],
        },
        { metadata: { operationType: 'mint' }, transfers: [{ quantity: { numeric: '1000000' } }] },
      ],
      next: null,
    })
    expect(
      await ask(route, `/v1/account/${bob.address}/history?chainId=1&onramp=coinbase`),
    ).toEqual({ data: [], next: null })
    const [saver] = solana().accounts
    expect(await ask(route, `/v1/account/${saver.address}/history`)).toMatchObject({ next: null })
  })

  it('GET history shows a Bitcoin payment as pending before its block and as confirmed after', async () => {
    const route = 'GET /v1/account/{address}/history'
    const { address } = bitcoinAccounts[3]
    const newest = async () => {
      const { data } = (await ask(route, `/v1/account/${address}/history`)) as {
        data: { metadata: object; transfers: object[] }[]
      }
      return data[0]
    }
    await bitcoin().pay({ address, satoshi: 12_345n })
    expect(await newest()).toMatchObject({
      metadata: { operationType: 'receive', status: 'pending' },
      transfers: [{ direction: 'in', quantity: { numeric: '0.00012345' } }],
    })
    await bitcoin().mine()
    expect(await newest()).toMatchObject({ metadata: { status: 'confirmed' } })
  })
}
