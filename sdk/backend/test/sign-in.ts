import type { Devnet } from '@portico/devnet'
import { formatMessage } from '@portico/plugin-siwx/verify'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { BackendOptions } from '../src/index.js'
import { accounts, outsider, type TestAccount } from './accounts.js'
import { contractAnswering } from './code.js'

type Start = (
  options: Partial<BackendOptions>,
) => Promise<{ readonly url: string; readonly database: string; stop(): Promise<void> }>
const signIn = { domains: ['127.0.0.1:*'] }
const magic = `0x1626ba7e${'0'.repeat(56)}` as const

/** A browser that keeps the cookies it was given, at pages of `host`. */
export function browser(host: string) {
  const jar = new Map<string, string>()
  const cookieHeader = () => [...jar].map(pair => pair.join('=')).join('; ')
  return {
    cookie: cookieHeader,
    async send(
      url: string,
      step: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ) {
      const cookie = cookieHeader()
      const init =
        body === undefined
          ? {}
          : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
      const response = await fetch(`${url}/auth/${step}`, {
        ...init,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            origin: `http://${host}`,
          }),
          ...(cookie && { cookie }),
          ...headers,
        },
      })
      const [set] = response.headers.getSetCookie()
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set ?? '') ?? []
      if (name !== undefined && value !== undefined) jar.set(name, value)
      return {
        status: response.status,
        set,
        headers: response.headers,
        body: (await response.json()) as Readonly<Record<string, unknown>>,
      }
    },
  }
}
type Browser = ReturnType<typeof browser>

export async function signed(there: Browser, url: string, host: string, account: TestAccount) {
  const { nonce, now } = (await there.send(url, 'nonce')).body
  const [namespace = ''] = account.network.split(':')
  const message = formatMessage({
    namespace: namespace as 'eip155',
    domain: host,
    address: account.address,
    uri: `http://${host}`,
    version: '1',
    chainId: account.chainId,
    nonce: String(nonce),
    issuedAt: new Date(Number(now)).toISOString(),
  })
  return { message, signature: await account.sign(message), network: account.network }
}

/** `start` starts a server; with a `database` that another one has, it is one of two. */
export function describeSignIn(start: Start, devnet: () => Devnet, lines: readonly string[]): void {
  describe('signs in', () => {
    it.each(Object.entries(accounts))(
      '[D29f] an account of %s, knows it by a cookie that no script reads, after a restart too, and signs it out',
      async (_, account) => {
        const first = await start({ signIn })
        const host = new URL(first.url).host
        const there = browser(host)
        const answer = await there.send(
          first.url,
          'verify',
          await signed(there, first.url, host, account),
        )
        expect(answer).toMatchObject({
          status: 200,
          body: { session: { address: account.address, network: account.network } },
        })
        expect(answer.set).toMatch(
          /^__Host-portico-session=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
        )
        expect([
          answer.headers.get('access-control-allow-origin'),
          answer.headers.get('cache-control'),
        ]).toEqual([null, 'no-store'])
        await first.stop()
        const { url } = await start({ signIn, database: first.database })
        expect((await there.send(url, 'session')).body.sessions).toEqual([answer.body.session])
        const left = await there.send(url, 'signout', {}, { origin: url })
        expect([left.status, left.set]).toEqual([200, expect.stringContaining('Max-Age=0')])
        expect((await there.send(url, 'session')).body.sessions).toEqual([])
      },
    )

    it('[S14] [R18] with a nonce once, of twenty that bring it at the same time to two servers', async () => {
      const first = await start({ signIn })
      const second = await start({ signIn, database: first.database })
      const host = new URL(first.url).host
      const there = browser(host)
      const body = await signed(there, first.url, host, accounts.eip155)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          browser(host).send(index % 2 ? first.url : second.url, 'verify', body, {
            cookie: there.cookie(),
          }),
        ),
      )
      const codes = answers.map(({ status, body }) => `${status} ${body.error ?? ''}`)
      expect(codes.filter(code => code === '200 ')).toHaveLength(1)
      expect(
        codes.filter(code => !['200 ', '401 NONCE_USED', '409 COOKIE_BUSY'].includes(code)),
      ).toEqual([])
      expect((await there.send(second.url, 'verify', body)).body).toEqual({ error: 'NONCE_USED' })
    })

    it('[S14] no browser signs in with a nonce that another browser requested', async () => {
      const { url } = await start({ signIn })
      const host = new URL(url).host
      const there = browser(host)
      const stolen = await signed(there, url, host, accounts.eip155)
      const thief = browser(host)
      await thief.send(url, 'nonce')
      expect(await thief.send(url, 'verify', stolen)).toMatchObject({
        status: 401,
        body: { error: 'NONCE_UNKNOWN' },
      })
      expect(await there.send(url, 'verify', stolen)).toMatchObject({ status: 200 })
    })

    it('[S14] [S15] an invalid sign-in is refused with 4xx and a code alone, and the log has neither messages nor addresses', async () => {
      const { url } = await start({
        signIn: { ...signIn, networks: ['eip155:1'] },
        logLevel: 'debug',
      })
      const host = new URL(url).host
      const there = browser(host)
      const good = await signed(there, url, host, accounts.eip155)
      const verify = async (body: unknown, headers?: Readonly<Record<string, string>>) => {
        const { status, body: answer } = await there.send(url, 'verify', body, headers)
        return [status, answer]
      }
      expect(
        await verify({ ...good, signature: (await signed(there, url, host, outsider)).signature }),
      ).toEqual([401, { error: 'CONTRACT_NOT_DEPLOYED' }])
      expect(
        await verify({
          ...good,
          message: good.message.replace(/Nonce: \w+/, `Nonce: ${'a'.repeat(32)}`),
        }),
      ).toEqual([401, { error: 'NONCE_UNKNOWN' }])
      expect(await verify(await signed(there, url, 'evil.example', accounts.eip155))).toEqual([
        401,
        { error: 'DOMAIN_OTHER' },
      ])
      expect(await verify(await signed(there, url, host, accounts.solana))).toEqual([
        401,
        { error: 'NETWORK_OTHER' },
      ])
      expect(await verify({ message: 'x'.repeat(1_000_000), signature: '0x' })).toEqual([
        413,
        { error: 'BODY_TOO_LARGE' },
      ])
      expect(await verify('{')).toEqual([400, { error: 'BODY_MALFORMED' }])
      for (const origin of ['https://evil.test', `http://127.0.0.1.evil.test:1`, 'null'])
        expect(await verify(good, { origin })).toEqual([403, { error: 'ORIGIN' }])
      expect((await there.send(url, 'session')).body.sessions).toEqual([])
      expect(await verify(good)).toMatchObject([200, {}])
      expect(lines.join('')).toContain('"reason":"NONCE_UNKNOWN"')
      expect(lines.join('').toLowerCase()).not.toMatch(
        new RegExp(
          `${accounts.eip155.address.toLowerCase()}|${/Nonce: (\w+)/.exec(good.message)?.[1]}`,
        ),
      )
    })

    it('contracts, by asking the chain that the server was pointed at', async () => {
      const address = getAddress('0x00000000000000000000000000000000000c0de1')
      await devnet()
        .chain(1)
        .request('anvil_setCode', [address, contractAnswering({ '0x1626ba7e': magic })])
      const { url } = await start({ signIn })
      const host = new URL(url).host
      const there = browser(host)
      const contract = { ...accounts.eip155, address, sign: async () => `0x${'12'.repeat(96)}` }
      expect(
        await there.send(url, 'verify', await signed(there, url, host, contract)),
      ).toMatchObject({ status: 200, body: { session: { address } } })
      expect(
        (
          await there.send(
            url,
            'verify',
            await signed(there, url, host, { ...contract, network: 'eip155:10', chainId: '10' }),
          )
        ).body,
      ).toEqual({
        error: 'RPC_MISSING',
      })
    })

    it('no account signs in unless the host enabled it, and only on the sites that it named', async () => {
      const { url } = await start({})
      expect((await fetch(`${url}/auth/nonce`)).status).toBe(404)
      const other = await start({ signIn: { domains: ['app.example'] } })
      expect((await fetch(`${other.url}/auth/nonce`)).status).toBe(403)
    })
  })
}
