import { createHash } from 'node:crypto'
import { Refusal } from '../../server/refusal.js'
import { appendAudit } from './audit-log.js'
import type { Body } from './bodies.js'
import { type Codes, codeOver, spendCode } from './codes.js'
import type { CoolDown } from './cool-down.js'
import { isProvenBy, notProven, proofText, readKey } from './device-proof.js'
import { addDevice, removeDevice } from './devices.js'
import type { Mails } from './mails.js'
import type { LoginConfiguration } from './options.js'
import { findOrAddPerson, listPasskeys, type Person } from './people.js'
import { lockPerson } from './person-lock.js'
import type { Session, Sessions } from './sessions.js'
import type { LoginDatabase } from './tables.js'
import { findWallet, listRecoveries, type WalletRecord } from './wallets.js'

export interface LoggedIn {
  readonly token: string
  readonly session: Session
  readonly isNewDevice: boolean
}

export interface LogInParts {
  readonly database: LoginDatabase
  readonly configuration: LoginConfiguration
  readonly sessions: Sessions
  readonly mails: Mails
  now(): number
}

/** SHA-256 of a key of the frame: what a code is bound to. */
export const keyHashOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url')

/** What every login brings: the key of the frame, and the device with its proof. */
type Entering = Pick<Body<'/session'>, 'publicKey' | 'device' | 'proof'>

interface Proven {
  readonly keyHash: string
  readonly isProven: boolean
}

/** @throws Refusal 422 `device` for a key that is not on its curve */
export function proveLogin(origin: string, { publicKey, device, proof }: Entering): Proven {
  if (!readKey(device.publicKey))
    throw new Refusal(422, 'device', 'device.publicKey is no key of P-256.')
  const keyHash = keyHashOf(publicKey)
  const text = proofText('login', origin, proof.nonce, keyHash)
  return { keyHash, isProven: isProvenBy(device.publicKey, text, proof.signature) }
}

/**
 * Logs in with a code: on the device that asked for it, once.
 *
 * @throws Refusal 401 `wrong_code`, 401 `code_over`, 403 `device_proof`
 */
export async function logInByCode(
  parts: LogInParts & { readonly codes: Codes; readonly coolDown: CoolDown },
  { codeId, code, ...entering }: Body<'/session'>,
): Promise<LoggedIn> {
  const { codes, coolDown, configuration, now } = parts
  // Checked before the code, so that a mistake of the frame costs no attempt. A code that does not
  // exist is refused in the same words as one of another device.
  const { keyHash, isProven } = proveLogin(configuration.origin, entering)
  if (!(await codes.hasNonce(codeId, entering.proof.nonce))) throw codeOver()
  if (!isProven) throw notProven()
  const { address } = await codes.compare(
    { id: codeId, code },
    { purpose: 'login', binding: keyHash },
  )
  const loggedIn = await enter(parts, entering, 'code', async transaction => {
    if (!(await spendCode(transaction, codeId))) throw codeOver()
    return findOrAddPerson(transaction, address, now())
  })
  await coolDown.relax(address, loggedIn.session.device)
  return loggedIn
}

/**
 * Adds the device and a session for the person that `find` returns, in one transaction, and tells
 * the owner of a wallet about a new device.
 */
export async function enter(
  { database, configuration, sessions, mails, now }: LogInParts,
  { publicKey, device }: Entering,
  by: 'code' | 'passkey',
  find: (transaction: LoginDatabase) => Promise<Person>,
): Promise<LoggedIn> {
  const at = now()
  const exportFrom = at + configuration.exportAfterSeconds * 1_000
  const name = device.name ?? 'A device without a name'
  const { person, added, created, hasWallet } = await database
    .transaction()
    .execute(async transaction => {
      const person = await find(transaction)
      await lockPerson(transaction, person.id)
      const added = await addDevice(transaction, {
        person: person.id,
        key: device.publicKey,
        name,
        at,
        exportFrom,
      })
      // The browser has one cookie, so nothing uses its earlier sessions any more.
      await transaction.deleteFrom('login_sessions').where('device', '=', added.id).execute()
      const created = await sessions.create(transaction, {
        person: person.id,
        device: added.id,
        keyHash: keyHashOf(publicKey),
      })
      await appendAudit(transaction, person.id, at, 'login', { device: added.id, by })
      const hasWallet = (await findWallet(transaction, person.id)) !== undefined
      return { person, added, created, hasWallet }
    })
  if (added.stopToken !== undefined && hasWallet && person.email !== null)
    await mails
      .send(
        'new-device',
        person.email,
        {
          app: configuration.name,
          site: configuration.origin,
          device: name,
          at: timeText(at),
          stopUrl: `${configuration.origin}/stop.html#${added.stopToken}`,
          exportAfterHours: Math.ceil(configuration.exportAfterSeconds / 3_600),
        },
        at + noticeMs,
      )
      .catch(async error => {
        // Without its mail the device would be unannounced for ever: it is no new one next time.
        await database
          .transaction()
          .execute(transaction => removeDevice(transaction, person.id, added.id, at))
        throw error
      })
  return { ...created, isNewDevice: added.isNew }
}

/** How long a notice is worth sending. */
export const noticeMs = 86_400_000

/** Time in UTC, as mails show it. */
export const timeText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What a page shows of a login. */
export async function describeLogin(
  database: LoginDatabase,
  {
    session,
    person,
    isNewDevice,
    exportFrom,
    recentSeconds,
    at,
  }: {
    readonly session: Session
    readonly person: Person
    readonly isNewDevice: boolean
    readonly exportFrom: number
    readonly recentSeconds: number
    readonly at: number
  },
) {
  const wallet: WalletRecord | undefined = await findWallet(database, session.person)
  return {
    person,
    session: {
      id: session.id,
      loginAt: session.loginAt,
      expiresAt: session.expiresAt,
      idleExpiresAt: session.idleExpiresAt,
    },
    device: {
      id: session.device,
      isNew: isNewDevice,
      exportAllowedInSeconds: Math.max(0, Math.ceil((exportFrom - at) / 1_000)),
    },
    wallet: wallet ?? null,
    recovery: await listRecoveries(database, session.person),
    passkeys: await listPasskeys(database, session.person),
    releaseWithinSeconds: recentSeconds,
  }
}
