import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicFetch, isPublicAddress } from './public-fetch.js'

describe('[S26] the address of a host', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '2a00::1'])(
    'the address %s is public',
    address => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'localhost',
    '',
  ])('the address %j is not public', address => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('[S26] an address that third parties name', () => {
  let answer: RequestListener = () => undefined
  let requested = 0
  const server = createServer((request, response) => {
    requested++
    answer(request, response)
  })
  let host = ''
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const fetchOf = (hosts: readonly string[], timeoutMs = 5_000) => {
    const get = createPublicFetch({ hosts, timeoutMs, mostBytes: 1_000 })
    return (url: string) => get(url, new AbortController().signal)
  }

  it.each([
    ['a private host', () => `http://${host}/`],
    ['a private host by https', () => `https://${host}/`],
    ['its own address at the port of https', () => 'https://127.0.0.1/'],
    ['the same as a number', () => 'https://2130706433/'],
    ['the same in IPv6', () => 'https://[::ffff:127.0.0.1]/'],
    ['where clouds keep their secrets', () => 'https://169.254.169.254/latest/meta-data'],
    ['a host without https', () => 'http://1.1.1.1/'],
    ['another port', () => 'https://1.1.1.1:8443/'],
    ['a name and a password', () => 'https://a:b@1.1.1.1/'],
    ['a file', () => 'file:///etc/passwd'],
    ['nothing that is an address', () => 'https://'],
  ])('the address %s is not requested', async (_name, url) => {
    const before = requested
    await expect(fetchOf([])(url())).rejects.toMatchObject({ code: 'HOST_REFUSED' })
    expect(requested).toBe(before)
  })

  it('an address whose host resolves to this network is not requested, also after a redirect', async () => {
    await expect(fetchOf([])('https://localhost/')).rejects.toMatchObject({ code: 'HOST_REFUSED' })
    answer = (_, response) => response.writeHead(302, { location: 'https://localhost/' }).end()
    await expect(fetchOf([host])(`http://${host}/`)).rejects.toMatchObject({ code: 'HOST_REFUSED' })
    answer = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    await expect(fetchOf([host])(`http://${host}/`)).rejects.toMatchObject({ code: 'HOST_REFUSED' })
  })

  it('an address of an allowed host is requested, with up to three redirects', async () => {
    answer = ({ url }, response) =>
      url === '/end'
        ? response.end('{}')
        : response
            .writeHead(302, { location: url === '/3' ? '/end' : `/${Number(url?.slice(1)) + 1}` })
            .end()
    expect(await fetchOf([host])(`http://${host}/1`)).toBe('{}')
    await expect(fetchOf([host])(`http://${host}/0`)).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    })
  })

  it.each<[string, RequestListener]>([
    ['too long', (_, response) => response.end('x'.repeat(1_001))],
    ['without end', (_, response) => void response.write('x'.repeat(2_000))],
    ['not found', (_, response) => response.writeHead(404).end()],
    [
      'cut',
      (_, response) =>
        response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
    ],
  ])('a request fails when the answer is %s', async (_name, listener) => {
    answer = listener
    await expect(fetchOf([host])(`http://${host}/`)).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    })
  })

  it('a request that takes too long fails', async () => {
    answer = (_, response) => void response.write('x')
    await expect(fetchOf([host], 50)(`http://${host}/`)).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    })
  })
})
