import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ChainError } from '@portico/kernel/chain'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Lie, type LyingEndpoint, startLyingEndpoint } from '../../test/lying-endpoint.js'
import { bitcoinRegtest } from '../networks.js'
import { readOptions } from '../options.js'
import { createEsplora, type Esplora } from './esplora.js'

const never = new AbortController().signal
const genesis: Lie = { body: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' }
const coin = { txid: 'ab'.repeat(32), vout: 0, value: 90_000, status: { confirmed: true } }
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const path = `/address/${address}/utxo`

let endpoints: readonly [LyingEndpoint, LyingEndpoint]
beforeEach(async () => {
  endpoints = [
    await startLyingEndpoint('http://127.0.0.1:9'),
    await startLyingEndpoint('http://127.0.0.1:9'),
  ]
  for (const { answers } of endpoints) {
    answers.set('/block-height/0', genesis)
    answers.set(path, { body: JSON.stringify([coin]) })
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(endpoints.map(one => one.close()))
})
function esploraOf(
  urls: readonly string[] = endpoints.map(({ url }) => url),
  rpcTimeoutMs = 10_000,
): Esplora {
  const life = new AbortController()
  return createEsplora(
    { ...bitcoinRegtest, rpcUrls: urls },
    readOptions(
      { networks: [bitcoinRegtest], rpcTimeoutMs },
      { signal: life.signal, report: () => undefined },
    ),
  )
}
const coins = (esplora: Esplora, signal = never) => esplora.coins(address, signal)
const good = [{ txid: coin.txid, vout: 0, value: 90_000n, confirmed: true }]
const countRequests = (one: LyingEndpoint, what = path) =>
  one.requests.filter(request => request.endsWith(what)).length

describe('requests to several endpoints', () => {
  it.each([
    ['is down', undefined],
    ['answers 500', { status: 500, body: 'oops' }],
    ['answers 429', { status: 429, body: '' }],
    ['answers HTML', { body: '<!doctype html><title>Sign in</title>' }],
    ['answers null', { body: 'null' }],
    ['returns an empty response', { body: '' }],
    ['answers an error as text', { status: 400, body: 'Invalid Bitcoin address' }],
  ] as const)('[R5] [R7] [R8] an endpoint that %s is skipped', async (_what, lie) => {
    const [first, second] = endpoints
    if (lie) first.answers.set(path, lie)
    else await first.close()
    const began = performance.now()
    expect(await coins(esploraOf())).toEqual(good)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(countRequests(second)).toBe(1)
  })
  it('[R6] the next endpoint is used too where one is slow, and the whole request keeps its timeout', {
    tags: 'thorough',
  }, async () => {
    for (const { answers } of endpoints) answers.set(path, 'stall')
    const began = performance.now()
    await expect(coins(esploraOf(undefined, 400))).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
    expect(performance.now() - began).toBeLessThan(3_000)
    endpoints[1].answers.set(path, { body: JSON.stringify([coin]) })
    expect(await coins(esploraOf(undefined, 10_000))).toEqual(good)
  })
  it('[R7] an endpoint of another network is not used, and CHAIN_NETWORK is thrown when all are', async () => {
    const [first, second] = endpoints
    const main = { body: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' }
    first.answers.set('/block-height/0', main)
    first.answers.set(path, { body: JSON.stringify([{ ...coin, value: 7 }]) })
    const esplora = esploraOf()
    expect(await coins(esplora)).toEqual(good)
    await coins(esplora)
    expect(countRequests(first, '/block-height/0')).toBe(1)
    second.answers.set('/block-height/0', main)
    await expect(coins(esploraOf())).rejects.toMatchObject({ code: 'CHAIN_NETWORK' })
  })
  it('nothing is posted to an endpoint that did not confirm its network', async () => {
    const [first, second] = endpoints
    first.answers.set('/block-height/0', { body: 'ff'.repeat(32) })
    second.answers.set('/tx', { body: coin.txid })
    await esploraOf().broadcast({ id: coin.txid, hex: '00' }, never)
    expect([countRequests(first, '/tx'), countRequests(second, '/tx')]).toEqual([0, 1])
  })
  it('[R8] a busy endpoint is not used for the time of its Retry-After', async () => {
    const [first, second] = endpoints
    first.answers.set(path, { status: 429, headers: { 'retry-after': '30' }, body: '' })
    const esplora = esploraOf()
    for (let time = 0; time < 5; time++) await coins(esplora)
    expect([countRequests(first), countRequests(second)]).toEqual([1, 5])
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 31_000)
    first.answers.set(path, { body: JSON.stringify([coin]) })
    await coins(esplora)
    expect(countRequests(first)).toBe(2)
  })
  it('[R8] a busy endpoint without Retry-After gets fewer than five requests a minute', async () => {
    const [first] = endpoints
    first.answers.set(path, { status: 503, body: '' })
    const esplora = esploraOf([first.url], 500)
    const begun = performance.now()
    const clock = vi.spyOn(performance, 'now')
    for (let second = 0; second < 60; second++) {
      clock.mockReturnValue(begun + second * 1_000)
      await expect(coins(esplora)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    }
    expect(countRequests(first)).toBeLessThanOrEqual(5)
  })
  it('[R8] identical requests are sent once while in flight', async () => {
    const esplora = esploraOf()
    const answers = await Promise.all(Array.from({ length: 50 }, () => coins(esplora)))
    expect(answers.every(answer => answer.length === 1)).toBe(true)
    expect(countRequests(endpoints[0])).toBe(1)
  })
  it('[R9] each request gets its own response when responses arrive in another order', {
    tags: 'thorough',
  }, async () => {
    const server = createServer((request, response) => {
      const number = Number(/utxo-(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      const body =
        request.url === '/block-height/0'
          ? genesis.body
          : JSON.stringify([{ ...coin, value: number }])
      setTimeout(() => response.end(body), (number * 7919) % 50)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const esplora = esploraOf([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) => esplora.coins(`utxo-${at}`, never)),
    )
    expect(answers.map(([only]) => only?.value)).toEqual(
      Array.from({ length: 200 }, (_none, at) => BigInt(at)),
    )
    server.closeAllConnections()
    server.close()
  })
  it('a request rejects at once when all callers aborted', async () => {
    for (const { answers } of endpoints) answers.set(path, 'stall')
    const gaveUp = new AbortController()
    const pending = coins(esploraOf(), gaveUp.signal)
    setTimeout(() => gaveUp.abort(), 20)
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('a network without endpoints throws CHAIN_NO_ENDPOINT', async () => {
    await expect(coins(esploraOf([]))).rejects.toMatchObject({ code: 'CHAIN_NO_ENDPOINT' })
  })
  it('[R7] each of 500 malformed responses throws a named error and returns no value', {
    tags: 'thorough',
  }, async () => {
    const [first] = endpoints
    const malformed = fc.oneof(
      fc.json().filter(text => text !== '[]'),
      fc.string(),
      fc
        .record({
          txid: fc.anything(),
          vout: fc.anything(),
          value: fc.anything(),
          status: fc.anything(),
        })
        .map(one => JSON.stringify([one]) ?? ''),
      fc.constantFrom(
        'NaN',
        '[[]]',
        '[{}]',
        '{"length":1}',
        '[null]',
        '0x12',
        '<html>',
        '\u0000',
        '[1,2',
      ),
    )
    const lies = fc.sample(malformed, 500).filter(body => body.trim() !== '[]')
    const query = async (body: string, at: number) => {
      first.answers.set(`/address/lie-${at}/utxo`, { body })
      // Each query uses its own client, because a malformed response pauses the endpoint.
      const error = await esploraOf([first.url], 60_000)
        .coins(`lie-${at}`, new AbortController().signal)
        .catch(thrown => thrown)
      expect(error).toBeInstanceOf(ChainError)
      expect(error.code, JSON.stringify(body)).toBe('CHAIN_ANSWER')
    }
    // In parts, because a busy machine refuses so many connections at once.
    for (let from = 0; from < lies.length; from += 100)
      await Promise.all(lies.slice(from, from + 100).map((body, at) => query(body, from + at)))
  })
})
