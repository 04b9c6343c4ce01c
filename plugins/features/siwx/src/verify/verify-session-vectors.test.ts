import type { SignInFields } from '@portico/kernel/capabilities'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { codeOf } from '../../test/accounts.js'
import { formatSignIn } from './message.js'
import type { Nonces } from './nonces.js'
import type { RpcRequest } from './rpc.js'
import { verifySession } from './verify-session.js'

describe.skipIf(!hasVectors)('public vectors', () => {
  interface Verification extends Omit<SignInFields, 'chainId'> {
    readonly name: string
    readonly chainId: number
    readonly signature: string
    readonly time?: string
    readonly domainBinding?: string
    readonly matchNonce?: string
  }
  const judge = async ({
    name: _,
    signature,
    time,
    domainBinding,
    matchNonce,
    chainId,
    ...rest
  }: Verification) => {
    const written: SignInFields = { ...rest, chainId: `eip155:${chainId}` }
    try {
      const expected = {
        domain: domainBinding ?? rest.domain,
        uri: rest.uri,
        nonce: matchNonce ?? rest.nonce,
        now: time ? Date.parse(time) : Date.parse('2026-01-01T00:00:00Z'),
      }
      // These vectors ignore the time of issue: one is verified a year before it.
      return await codeOf(
        verifySession(
          { message: formatSignIn(written), signature },
          { ...expected, skew: Number.POSITIVE_INFINITY },
        ),
      )
    } catch (error) {
      return (error as { code: unknown }).code
    }
  }
  it.each(vectors<Verification>('siwe-verification-positive').cases)(
    '[S14] [D29b] the vector is verified: $name',
    async one => {
      expect(await judge(one)).toBeUndefined()
    },
  )
  it.each(vectors<Verification>('siwe-verification-negative').cases)(
    '[S14] [D29b] the vector is rejected: $name',
    async one => {
      expect(await judge(one)).toMatch(
        /^(EXPIRED|DOMAIN_OTHER|NONCE_OTHER|SIGNATURE_WRONG|SIGNATURE_MALFORMED|RPC_MISSING|NOT_YET_VALID|FIELD_MALFORMED)$/,
      )
    },
  )

  it.each(vectors<{ name: string; message: string; signature: string }>('siwe-eip1271').cases)(
    '[D29f] [D29b] the contract account of $name signs in',
    async ({ message, signature }) => {
      const requested: string[] = []
      const rpc: RpcRequest = async ({ method }) => {
        requested.push(method)
        return method === 'eth_getCode' ? '0x60' : `0x1626ba7e${'0'.repeat(56)}`
      }
      const [, own = ''] = /^Nonce: (.*)$/m.exec(message) ?? []
      const verified = await verifySession(
        { message, signature },
        { domain: 'localhost:4361', nonce: own, rpc },
      )
      expect([verified.scheme, requested]).toEqual(['eip1271', ['eth_getCode', 'eth_call']])
    },
  )

  interface Row {
    readonly name: string
    readonly at: string
    readonly accept: boolean | null
    readonly session: Omit<SignInFields, 'version'> & {
      readonly tamper?: string
      readonly signature?: string
      readonly nonceUsed?: boolean
      readonly accountRemoved?: boolean
      readonly dataMismatch?: boolean
    }
  }
  it.each(vectors<Row>('siwx-session-matrix').cases)(
    '[S14] the session is accepted or rejected: $name',
    async ({ accept, at, session }) => {
      const { tamper, signature, nonceUsed, accountRemoved, dataMismatch, ...written } = session
      const { privateKeyToAccount } = await import('viem/accounts')
      const key = privateKeyToAccount(`0x${'0'.repeat(63)}1`)
      const stateOf: Nonces['take'] = requested =>
        nonceUsed
          ? 'used'
          : requested === 'abcdefgh1'
            ? Date.parse('2026-01-01T00:00:00Z')
            : 'unknown'
      const nonces: Nonces = { peek: stateOf, take: stateOf }
      const run = async () => {
        const data = { ...written, version: '1' } as const
        const message = formatSignIn({ ...data, statement: 'Sign in.' })
        const given = {
          message: tamper ? message.replace('Sign in.', 'Sign off.') : message,
          signature: signature ?? (await key.signMessage({ message })),
          data: dataMismatch ? { ...data, requestId: 'another' } : data,
        }
        const address = accountRemoved ? [] : [key.address]
        return verifySession(given, {
          domain: 'app.example',
          address,
          network: 'eip155:1',
          nonces,
          now: Date.parse(at),
        })
      }
      // A row without a verdict is for hosts in capitals: both sides are normalised.
      expect((await codeOf(run())) === undefined).toBe(accept ?? true)
    },
  )
})
