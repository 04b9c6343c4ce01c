import { describe, expect, it } from 'vitest'
import { type SignedSession, verifySession } from '../src/verify/verify-session.js'
import { accounts, fields, polkadot, signed } from './accounts.js'

const now = Date.parse(fields('eip155').issuedAt)

describe('the speed of verification', { tags: ['thorough'] }, () => {
  it.each([
    ['secp256k1', 'eip155', accounts.eip155],
    ['ed25519', 'solana', accounts.solana],
    ['bip322', 'bip122', accounts.bip122],
    ['sr25519', 'polkadot', accounts.polkadot],
    ['ecdsa', 'polkadot', polkadot('11', 'ecdsa')],
  ] as const)('[D29f] %s on %s', async (kind, namespace, by) => {
    const count = 300
    const sessions: SignedSession[] = []
    for (let at = 0; at < count; at++) sessions.push(await signed(namespace, { nonce: `nonce${1000 + at}`, address: by.address }, by))
    const policy = (at: number) => ({ domain: 'app.example', nonce: `nonce${1000 + at}`, now })
    // What is loaded and compiled once is not counted.
    for (let at = 0; at < 20; at++) await verifySession(sessions[at] as SignedSession, policy(at))
    const before = process.cpuUsage()
    for (const [at, session] of sessions.entries()) await verifySession(session, policy(at))
    const { user, system } = process.cpuUsage(before)
    const perSecond = Math.round(count / ((user + system) / 1_000_000))
    process.stdout.write(`\n${namespace} ${kind}: ${perSecond} verifications per second and core\n`)
    if (kind === 'secp256k1' || kind === 'ed25519') expect(perSecond).toBeGreaterThan(300)
  })
})
