import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import { accounts, otherAccounts } from '../../test/accounts.js'
import { type Answer, site } from '../../test/handler-rig.js'
import type { SignInHandlerOptions } from './index.js'

describe('refusals of the sign-in handler', () => {
  const ask = async (
    change: (there: ReturnType<typeof site>) => Promise<unknown>,
    options?: Partial<SignInHandlerOptions>,
  ) => {
    const there = site(options)
    const answer = await there.send('POST', 'verify', await change(there))
    return { ...there, answer }
  }

  it.each<[string, number, string, (there: ReturnType<typeof site>) => Promise<unknown>]>([
    [
      'a nonce that was not issued',
      401,
      'NONCE_UNKNOWN',
      ({ signed }) => signed(accounts.eip155, { nonce: 'a'.repeat(32) }),
    ],
    [
      'another domain',
      401,
      'DOMAIN_OTHER',
      ({ signed }) => signed(accounts.eip155, { domain: 'evil.example' }),
    ],
    [
      'another page',
      401,
      'URI_OTHER',
      ({ signed }) => signed(accounts.eip155, { uri: 'https://evil.example' }),
    ],
    [
      'a message that has expired',
      401,
      'EXPIRED',
      ({ signed }) => signed(accounts.eip155, { expirationTime: '2025-12-31T23:59:59Z' }),
    ],
    [
      'a message that is not valid yet',
      401,
      'NOT_YET_VALID',
      ({ signed }) => signed(accounts.eip155, { notBefore: '2026-01-01T00:00:01Z' }),
    ],
    [
      'a clock five minutes ahead',
      401,
      'CLOCK_SKEW',
      ({ signed }) => signed(accounts.eip155, { issuedAt: '2026-01-01T00:05:00Z' }),
    ],
    [
      'a clock five minutes behind',
      401,
      'CLOCK_SKEW',
      ({ signed }) => signed(accounts.eip155, { issuedAt: '2025-12-31T23:55:00Z' }),
    ],
    [
      'another network than the requested one',
      401,
      'NETWORK_OTHER',
      async ({ signed }) => ({ ...(await signed(accounts.eip155)), network: 'eip155:10' }),
    ],
    [
      'a signature of another account',
      401,
      'SIGNATURE_WRONG',
      async ({ signed }) => {
        const { message } = await signed(accounts.solana)
        return { message, signature: await otherAccounts.solana.sign(message) }
      },
    ],
    [
      'an altered message',
      401,
      'SIGNATURE_WRONG',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.solana, {
          statement: 'Read your notes.',
        })
        return { message: message.replace('Read', 'Sell'), signature }
      },
    ],
    [
      'a truncated signature',
      400,
      'SIGNATURE_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.solana)
        return { message, signature: signature.slice(0, 40) }
      },
    ],
    [
      'another account in the message',
      401,
      'SIGNATURE_WRONG',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.solana)
        return {
          message: message.replace(accounts.solana.address, otherAccounts.solana.address),
          signature,
        }
      },
    ],
    [
      'a signature in its second form',
      401,
      'SIGNATURE_MALLEABLE',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        const s = secp256k1.CURVE.n - BigInt(`0x${signature.slice(66, 130)}`)
        return {
          message,
          signature: `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`,
        }
      },
    ],
    [
      'another chain in the message',
      401,
      'NETWORK_OTHER',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return {
          message: message.replace('Chain ID: 1', 'Chain ID: 10'),
          signature,
          network: 'eip155:1',
        }
      },
    ],
    [
      'a domain of look-alike letters',
      400,
      'DOMAIN_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return { message: message.replace('app.example', 'аpp.example'), signature }
      },
    ],
    [
      'the same domain as it is written in ASCII',
      401,
      'DOMAIN_OTHER',
      ({ signed }) =>
        signed(accounts.eip155, {
          domain: 'xn--pp-6kc.example',
          uri: 'https://xn--pp-6kc.example',
        }),
    ],
    [
      'an account that is a contract, without a node to query',
      400,
      'RPC_MISSING',
      async ({ signed }) => {
        const { message } = await signed(accounts.eip155)
        return { message, signature: `0x${'12'.repeat(96)}` }
      },
    ],
    [
      'a statement of a megabyte',
      413,
      'BODY_TOO_LARGE',
      async () => ({ message: 'x'.repeat(1_000_000), signature: '0x' }),
    ],
    [
      'a field with a line break in it',
      400,
      'MESSAGE_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return {
          message: message.replace('\n\n', '\n\nI agree\nURI: https://evil.example\n\n'),
          signature,
        }
      },
    ],
    [
      'a message of no chain',
      400,
      'MESSAGE_MALFORMED',
      async () => ({ message: 'Hello', signature: '0x' }),
    ],
    ['a body without a message', 400, 'BODY_MALFORMED', async () => ({ message: 7 })],
    ['a body that is not JSON', 400, 'BODY_MALFORMED', async () => '{'],
  ])('[S14] [S15] the handler rejects %s, with only a code', async (_, status, error, change) => {
    const { answer, reported, send } = await ask(change)
    expect(answer).toEqual({ status, error, set: undefined })
    expect(reported).toHaveLength(1)
    expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
  })

  it('[S15] the handler rejects a line break and every other control character in every field, with only a code', async () => {
    const { send, signed } = site()
    const whole = {
      statement: 'Read your notes.',
      notBefore: '2026-01-01T00:00:00Z',
      requestId: 'request-7',
      resources: ['https://app.example/terms'],
    }
    const { message, signature } = await signed(accounts.eip155, whole)
    // The end of each line is the end of a field; the domain and the chain's name are within the
    // first line.
    const ends = [...message.split('\n').keys()]
    const put = (at: number, odd: string) =>
      message
        .split('\n')
        .map((line, index) =>
          index === at && line ? `${line.slice(0, -2)}${odd}${line.slice(-2)}` : line,
        )
    const controls = [
      '\n',
      '\r',
      '\r\n',
      '\t',
      '\0',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u202e',
    ]
    const altered = ends
      .flatMap(at => controls.map(odd => put(at, odd).join('\n')))
      .filter(text => text !== message)
    const refused: Answer[] = []
    for (const text of altered)
      refused.push(await send('POST', 'verify', { message: text, signature }))
    expect(refused.length).toBeGreaterThan(100)
    for (const { status, error, ...more } of refused) {
      expect(status).toBe(400)
      expect(error).toMatch(
        /^(?:MESSAGE|FIELD|DOMAIN|ADDRESS)_(?:MALFORMED|MISSING)$|^NAMESPACE_UNKNOWN$/,
      )
      expect(more).toEqual({ set: undefined })
    }
    expect(await send('POST', 'verify', { message, signature })).toMatchObject({ status: 200 })
  })
})
