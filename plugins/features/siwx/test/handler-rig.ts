/** Shared by the tests of handler. */

import {
  createNonces,
  createSessions,
  createSignInHandler,
  type SignInHandlerOptions,
} from '../src/server/index.js'
import { formatSignIn } from '../src/verify/message.js'
import type { TestAccount } from './accounts.js'

export interface Answer extends Readonly<Record<string, unknown>> {
  readonly status: number
  readonly set: string | undefined
}
export const domain = 'app.example'
export const start = Date.parse('2026-01-01T00:00:00Z')
export const minute = 60_000
/** Creates a site, its clock, and a browser that keeps its cookie. */
export function site(options: Partial<SignInHandlerOptions> = {}) {
  const clock = { now: start }
  const reported: unknown[] = []
  const handler = createSignInHandler({
    domain,
    nonces: createNonces({ now: () => clock.now }),
    sessions: createSessions({ now: () => clock.now }),
    now: () => clock.now,
    report: error => reported.push(error),
    ...options,
  })
  let jar: Readonly<Record<string, string>> = {}
  const cookie = () =>
    Object.entries(jar)
      .map(pair => pair.join('='))
      .join('; ')
  const send = async (
    method: 'GET' | 'POST',
    step: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await handler(
      new Request(`https://${domain}/auth/${step}`, {
        method,
        headers: {
          ...(cookie() && { cookie: cookie() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: text }),
      }),
    )
    const [set] = response.headers.getSetCookie()
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set ?? '') ?? []
    if (name !== undefined && value !== undefined) jar = { ...jar, [name]: value }
    const answer: Answer = {
      status: response.status,
      set,
      ...((await response.json()) as Readonly<Record<string, unknown>>),
    }
    return answer
  }
  const become = (other: string) => {
    jar = Object.fromEntries(
      other.split('; ').flatMap(pair => (pair ? [pair.split('=') as [string, string]] : [])),
    )
  }
  const signed = async (account: TestAccount, more: Readonly<Record<string, unknown>> = {}) => {
    const { nonce, now } = await send('GET', 'nonce')
    const message = formatSignIn({
      domain,
      address: account.address,
      uri: `https://${domain}`,
      version: '1',
      chainId: account.network,
      nonce: String(nonce),
      issuedAt: new Date(Number(now)).toISOString(),
      expirationTime: new Date(Number(now) + 60 * minute).toISOString(),
      ...more,
    })
    return { message, signature: await account.sign(message) }
  }
  return { clock, reported, handler, send, signed, cookie, become }
}
