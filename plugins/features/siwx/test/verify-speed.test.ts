import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import { type SignedSession, verifySession } from '../src/verify/verify-session.js'
import { accounts, fields, polkadot, signed } from './accounts.js'

const now = Date.parse(fields('eip155').issuedAt)

const secret = new Uint8Array(32).fill(1)
const hash = new Uint8Array(32).fill(2)
const secpSignature = secp256k1.sign(hash, secret)
const secpKey = secp256k1.getPublicKey(secret)
const edSignature = ed25519.sign(hash, secret)
const edKey = ed25519.getPublicKey(secret)
/**
 * One bare verification by the library of the curve, which measures the current speed of the
 * machine.
 */
const bare: Readonly<Record<string, () => boolean>> = {
  secp256k1: () => secp256k1.verify(secpSignature, hash, secpKey),
  ed25519: () => ed25519.verify(edSignature, hash, edKey),
}
/** Returns CPU time in milliseconds, which excludes waiting for a core. */
async function cpuTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
/**
 * Most of a verification is the curve: parsing, comparing and hashing add less than a second one.
 */
const mostBareVerifications = 2

describe('the speed of verification', { tags: ['thorough'] }, () => {
  it.each([
    ['secp256k1', 'eip155', accounts.eip155],
    ['ed25519', 'solana', accounts.solana],
    ['bip322', 'bip122', accounts.bip122],
    ['sr25519', 'polkadot', accounts.polkadot],
    ['ecdsa', 'polkadot', polkadot('11', 'ecdsa')],
  ] as const)(
    '[D29f] the verification of %s on %s takes less than two bare verifications, where a bare one is measured',
    async (kind, namespace, by) => {
      const count = 300
      const sessions: SignedSession[] = []
      for (let at = 0; at < count; at++)
        sessions.push(
          await signed(namespace, { nonce: `nonce${1000 + at}`, address: by.address }, by),
        )
      const policy = (at: number) => ({ domain: 'app.example', nonce: `nonce${1000 + at}`, now })
      // Loading and compiling once is not counted.
      for (let at = 0; at < 20; at++) await verifySession(sessions[at] as SignedSession, policy(at))
      const yardstick = bare[kind]
      for (let at = 0; at < 20; at++) yardstick?.()
      let ours = 0
      let theirs = 0
      // Alternates in blocks of 30, so that both meet the same load.
      for (let from = 0; from < count; from += 30) {
        const batch = sessions.slice(from, from + 30)
        ours += await cpuTimeOf(async () => {
          for (const [at, session] of batch.entries())
            await verifySession(session, policy(from + at))
        })
        if (yardstick) theirs += await cpuTimeOf(() => batch.forEach(yardstick))
      }
      process.stdout.write(
        `\n${namespace} ${kind}: ${Math.round((count * 1_000) / ours)} verifications per second and core\n`,
      )
      if (yardstick) expect(ours / theirs).toBeLessThan(mostBareVerifications)
    },
  )
})
