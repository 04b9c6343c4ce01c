import * as v from 'valibot'
import { Refusal } from '../../server/refusal.js'
import { appendAudit } from './audit-log.js'
import type { NewCredential, UsedCredential } from './bodies.js'
import { randomToken, tokenDigest } from './codes.js'
import type { LoginDatabase, LoginTables } from './tables.js'

/** Loaded with the first passkey: it takes longer to load than all the rest of the server. */
const library = () => import('@simplewebauthn/server')

const challengeSeconds = 300
const mostPasskeys = 10

type Purpose = LoginTables['login_challenges']['purpose']

export const challengeOver = () =>
  new Refusal(401, 'challenge', 'This passkey request is not valid any more. Try again.')
const refused = () => new Refusal(401, 'passkey', 'This passkey was not accepted.')

/** Stores a challenge. `person` is the one that a sign-up makes. */
export async function issueChallenge(
  database: LoginDatabase,
  {
    purpose,
    binding,
    challenge,
    person,
    at,
  }: {
    readonly purpose: Purpose
    readonly binding: string
    readonly challenge: string
    readonly person?: string
    readonly at: number
  },
): Promise<{ readonly challengeId: string; readonly nonce: string }> {
  const [id, nonce] = [randomToken(16), randomToken(24)]
  await database
    .insertInto('login_challenges')
    .values({
      id,
      purpose,
      binding,
      person: person ?? null,
      challenge,
      nonce: tokenDigest(nonce),
      expires: at + challengeSeconds * 1_000,
    })
    .execute()
  return { challengeId: id, nonce }
}

/**
 * Takes a challenge, so that it is used once. `nonce` where the challenge was given out with one
 * that a new device has to prove.
 *
 * @throws Refusal 401 `challenge`
 */
export async function takeChallenge(
  database: LoginDatabase,
  {
    id,
    purpose,
    binding,
    nonce,
    at,
  }: {
    readonly id: string
    readonly purpose: Purpose
    readonly binding: string
    readonly nonce?: string
    readonly at: number
  },
): Promise<{ readonly challenge: string; readonly person: string | null }> {
  const row = await database
    .selectFrom('login_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('binding', '=', binding)
    .where('expires', '>', at)
    .executeTakeFirst()
  if (!row || (nonce !== undefined && row.nonce !== tokenDigest(nonce))) throw challengeOver()
  const { numDeletedRows } = await database
    .deleteFrom('login_challenges')
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw challengeOver()
  return row
}

interface Site {
  readonly name: string
  readonly origin: string
}
const hostOf = ({ origin }: Site) => new URL(origin).hostname

/** Options for `navigator.credentials.create`. The passkey belongs to the frame's host exactly. */
export async function creationOptions(
  site: Site,
  person: { readonly id: string; readonly email: string | null },
  known: readonly { readonly id: string }[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: hostOf(site),
    userID: new Uint8Array(Buffer.from(person.id, 'base64url')),
    userName: person.email ?? `${site.name} wallet`,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options for `navigator.credentials.get`, for any passkey of this host. */
export async function requestOptions(site: Site) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: hostOf(site), userVerification: 'required' })
}

/** @throws Refusal 401 `passkey` */
export async function verifyNew(site: Site, response: NewCredential, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: hostOf(site),
    requireUserVerification: true,
  }).catch(() => {
    throw refused()
  })
  if (!registrationInfo) throw refused()
  return registrationInfo.credential
}

/**
 * Stores a verified passkey. The transaction has locked the person.
 *
 * @throws Refusal 422 `passkey`
 */
export async function addPasskey(
  transaction: LoginDatabase,
  person: string,
  {
    id,
    publicKey,
    counter,
  }: { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number },
  label: string | undefined,
  at: number,
): Promise<void> {
  const known = await transaction
    .selectFrom('login_passkeys')
    .select('id')
    .where('person', '=', person)
    .execute()
  if (known.length >= mostPasskeys)
    throw new Refusal(422, 'passkey', `A wallet has at most ${mostPasskeys} passkeys.`)
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('login_passkeys')
    .values({
      id,
      person,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      label: label ?? null,
      created: at,
      used: at,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw refused()
  await appendAudit(transaction, person, at, 'passkey-added', { id })
}

/**
 * Verifies the use of a passkey and stores its counter. Returns its person.
 *
 * @throws Refusal 401 `passkey`
 */
export async function verifyUse(
  database: LoginDatabase,
  site: Site,
  response: UsedCredential,
  challenge: string,
  at: number,
): Promise<string> {
  const row = await database
    .selectFrom('login_passkeys')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst()
  if (!row) throw refused()
  const { userHandle, ...rest } = response.response
  if (typeof userHandle === 'string' && userHandle !== row.person) throw refused()
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: rest },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    // The passkey is used in a frame. Which pages may show it is decided by the frame and by its
    // `frame-ancestors`, so that a page which is not listed never comes to a signature.
    ...topOriginOf(response),
    expectedRPID: hostOf(site),
    requireUserVerification: true,
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch(() => {
    throw refused()
  })
  if (!verified) throw refused()
  const { numUpdatedRows } = await database
    .updateTable('login_passkeys')
    .set({ counter: authenticationInfo.newCounter, used: at })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw refused()
  return row.person
}

const frameData = v.object({ topOrigin: v.optional(v.string()) })

/** The origin of the page around the frame, as the browser wrote it and the passkey signed it. */
function topOriginOf({ response }: UsedCredential): { readonly expectedTopOrigin?: string } {
  const written = Buffer.from(response.clientDataJSON, 'base64url').toString()
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), frameData), written)
  const topOrigin = found.success ? found.output.topOrigin : undefined
  return topOrigin === undefined ? {} : { expectedTopOrigin: topOrigin }
}

/**
 * Removes a passkey. The last way to log in stays. The transaction has locked the person.
 *
 * @throws Refusal 404 `passkey`, 409 `last_login`
 */
export async function removePasskey(
  transaction: LoginDatabase,
  person: { readonly id: string; readonly email: string | null },
  id: string,
  at: number,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('login_passkeys')
    .where('id', '=', id)
    .where('person', '=', person.id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Refusal(404, 'passkey', 'There is no such passkey.')
  const left = await transaction
    .selectFrom('login_passkeys')
    .select('id')
    .where('person', '=', person.id)
    .executeTakeFirst()
  if (!left && person.email === null)
    throw new Refusal(409, 'last_login', 'This passkey is the only way to log in.')
  await appendAudit(transaction, person.id, at, 'passkey-removed', { id })
}
