import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { BackendError } from '../../errors.js'
import { randomToken } from './codes.js'
import type { SecretKeys } from './secret-keys.js'
import type { LoginDatabase } from './tables.js'

const [algorithm, dayMs] = ['ES256', 86_400_000] as const
/** A new key is published so long before it signs, for verifiers that cache the list of keys. */
const publishedMs = 600_000

/** Signs tokens by which a server of the host knows who is logged in. */
export interface Tokens {
  sign(claims: {
    readonly subject: string
    readonly audience: string
    readonly more: Readonly<Record<string, unknown>>
  }): Promise<string>
  /** The public keys of all tokens that are valid. */
  publicKeys(): Promise<{ readonly keys: readonly JWK[] }>
  /** Adds a key when the newest is old, deletes those that no valid token needs, seals anew. */
  rotate(): Promise<void>
}

export function createTokens(
  database: LoginDatabase,
  secrets: SecretKeys,
  {
    issuer,
    seconds,
    rotateDays,
    now,
  }: {
    readonly issuer: string
    readonly seconds: number
    readonly rotateDays: number
    now(): number
  },
): Tokens {
  const rows = () =>
    database
      .selectFrom('login_signing_keys')
      .selectAll()
      .orderBy('created', 'desc')
      .orderBy('id')
      .execute()
  const add = async () => {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const id = randomToken(12)
    const privateKey = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)))
    await database
      .insertInto('login_signing_keys')
      .values({
        id,
        public_key: JSON.stringify({
          ...(await exportJWK(pair.publicKey)),
          kid: id,
          alg: algorithm,
          use: 'sig',
        }),
        private_key: secrets.seal('signing-key', id, privateKey),
        created: now(),
      })
      .execute()
    privateKey.fill(0)
  }
  const known = async () => {
    const found = await rows()
    if (found.length > 0) return found
    await add()
    return rows()
  }

  return {
    async sign({ subject, audience, more }) {
      const found = await known()
      const row = found.find(({ created }) => now() - created >= publishedMs) ?? found.at(-1)
      if (!row)
        throw new BackendError('DATABASE_REFUSED', 'The signing keys of the login are not stored.')
      const jwk = secrets.open('signing-key', row.id, row.private_key)
      const key = await importJWK(JSON.parse(jwk.toString()) as JWK, algorithm)
      jwk.fill(0)
      const at = Math.floor(now() / 1_000)
      return new SignJWT({ ...more })
        .setProtectedHeader({ alg: algorithm, kid: row.id, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setAudience(audience)
        .setJti(randomToken(16))
        .setIssuedAt(at)
        .setExpirationTime(at + seconds)
        .sign(key)
    },
    publicKeys: async () => ({
      keys: (await known()).map(({ public_key }) => JSON.parse(public_key) as JWK),
    }),
    async rotate() {
      const [newest] = await known()
      if (newest && now() - newest.created >= rotateDays * dayMs) await add()
      await database
        .deleteFrom('login_signing_keys')
        .where('created', '<', now() - (rotateDays + 1) * dayMs)
        .execute()
      for (const { id, private_key } of await rows()) {
        if (secrets.isCurrent(private_key)) continue
        const opened = secrets.open('signing-key', id, private_key)
        await database
          .updateTable('login_signing_keys')
          .set({ private_key: secrets.seal('signing-key', id, opened) })
          .where('id', '=', id)
          .execute()
      }
    },
  }
}
