import { createHash } from 'node:crypto'
import { Refusal } from '../../server/refusal.js'
import { appendAudit } from './audit-log.js'
import type { Body } from './bodies.js'
import { type Codes, codeOver, spendCode } from './codes.js'
import type { CoolDown } from './cool-down.js'
import { isProvenBy, notProven, proofText, readKey } from './device-proof.js'
import { addDevice } from './devices.js'
import type { Mails } from './mails.js'
import type { LoginConfiguration } from './options.js'
import { findOrAddPerson, type Person } from './people.js'
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
  readonly codes: Codes
  readonly coolDown: CoolDown
  readonly sessions: Sessions
  readonly mails: Mails
  now(): number
}

/** SHA-256 of a key of the frame: what a code is bound to. */
export const keyHashOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url')

/**
 * Logs in with a code: on the device that asked for it, once.
 *
 * @throws Refusal 401 `wrong_code`, 401 `code_over`, 403 `device_proof`
 */
export async function logIn(
  { database, configuration, codes, coolDown, sessions, mails, now }: LogInParts,
  { codeId, code, publicKey, device, proof }: Body<'/session'>,
): Promise<LoggedIn> {
  const keyHash = keyHashOf(publicKey)
  if (!readKey(device.publicKey))
    throw new Refusal(422, 'device', 'device.publicKey is no key of P-256.')
  // Checked before the code, so that a mistake of the frame costs no attempt. A code that does not
  // exist is refused in the same words as one of another device.
  const text = proofText('login', configuration.origin, proof.nonce, keyHash)
  const isProven = isProvenBy(device.publicKey, text, proof.signature)
  const isNonceOfCode = await codes.hasNonce(codeId, proof.nonce)
  if (!isNonceOfCode) throw codeOver()
  if (!isProven) throw notProven()
  const { address } = await codes.compare(
    { id: codeId, code },
    { purpose: 'login', binding: keyHash },
  )
  const at = now()
  const exportFrom = at + configuration.exportAfterSeconds * 1_000
  const name = device.name ?? 'A device without a name'
  const found = await database.transaction().execute(async transaction => {
    if (!(await spendCode(transaction, codeId))) throw codeOver()
    const person = await findOrAddPerson(transaction, address, at)
    const added = await addDevice(transaction, {
      person: person.id,
      key: device.publicKey,
      name,
      at,
      exportFrom,
    })
    const created = await sessions.create(transaction, {
      person: person.id,
      device: added.id,
      keyHash,
    })
    await appendAudit(transaction, person.id, at, 'login', { device: added.id, by: 'code' })
    const hasWallet = (await findWallet(transaction, person.id)) !== undefined
    return { ...created, added, hasWallet }
  })
  await coolDown.relax(address)
  const { added, hasWallet, session, token } = found
  if (added.stopToken !== undefined && hasWallet)
    await mails.send(
      'new-device',
      address,
      {
        app: configuration.name,
        site: configuration.origin,
        device: name,
        at: timeText(at),
        stopUrl: `${configuration.origin}/#stop=${added.stopToken}`,
        exportAfterHours: Math.ceil(configuration.exportAfterSeconds / 3_600),
      },
      at + noticeMs,
    )
  return { token, session, isNewDevice: added.isNew }
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
    releaseWithinSeconds: recentSeconds,
  }
}
