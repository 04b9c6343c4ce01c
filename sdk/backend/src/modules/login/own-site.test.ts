import { describe, expect, it } from 'vitest'
import { networkOf } from './own-site.js'
import { createSessionCookie } from './sessions.js'

describe('codes are counted by network', () => {
  it.each([
    ['1.2.3.4', '1.2.3.0/24'],
    ['1.2.3.250', '1.2.3.0/24'],
    ['1.2.3.4:50123', '1.2.3.0/24'],
    ['[2001:db8:1:2::3]:50123', '2001:db8:1::/48'],
    ['::ffff:1.2.3.4', '1.2.3.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['', ''],
  ])('a client at %j belongs to %j', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})

it('the cookie of a session is for https and the host alone, and has a plain name on http of this machine', () => {
  const token = 'a'.repeat(43)
  const request = (cookie: string) => new Request('https://x.test', { headers: { cookie } })
  const secure = createSessionCookie('https://wallet.app.test', 60)
  expect(secure.set(token)).toBe(
    `__Host-portico-login=${token}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(secure.cleared).toContain('Max-Age=0')
  expect(secure.read(request(`a=b; __Host-portico-login=${token}; c=d`))).toBe(token)
  expect(secure.read(request(`portico-login=${token}`))).toBeUndefined()
  const local = createSessionCookie('http://wallet.portico.localhost:5173', 60)
  expect(local.set(token)).toBe(
    `portico-login=${token}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict`,
  )
  expect(local.read(request(`portico-login=${token}`))).toBe(token)
})
