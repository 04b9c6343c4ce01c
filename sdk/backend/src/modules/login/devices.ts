import { appendAudit } from './audit-log.js'
import { randomToken, tokenDigest } from './codes.js'
import { type DeviceKey, thumbprintOf } from './device-proof.js'
import { lockPerson } from './person-lock.js'
import type { LoginDatabase } from './tables.js'

interface KnownDevice {
  readonly id: string
  readonly isNew: boolean
  readonly exportFrom: number
  /** By which the owner stops a new device; undefined for a known one. */
  readonly stopToken: string | undefined
}

/** Finds the device of this key, or adds it. Runs inside of a transaction. */
export async function addDevice(
  transaction: LoginDatabase,
  {
    person,
    key,
    name,
    at,
    exportFrom,
  }: {
    readonly person: string
    readonly key: DeviceKey
    readonly name: string
    readonly at: number
    readonly exportFrom: number
  },
): Promise<KnownDevice> {
  const thumbprint = thumbprintOf(key)
  const [id, stopToken] = [randomToken(12), randomToken(32)]
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('login_devices')
    .values({
      id,
      person,
      thumbprint,
      public_key: JSON.stringify(key),
      name,
      created: at,
      used: at,
      export_from: exportFrom,
      stop: tokenDigest(stopToken),
    })
    .onConflict(conflict => conflict.columns(['person', 'thumbprint']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) {
    await appendAudit(transaction, person, at, 'device-added', { device: id, name })
    return { id, isNew: true, exportFrom, stopToken }
  }
  const known = await transaction
    .selectFrom('login_devices')
    .select(['id', 'export_from'])
    .where('person', '=', person)
    .where('thumbprint', '=', thumbprint)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('login_devices')
    .set({ used: at, name })
    .where('id', '=', known.id)
    .execute()
  return { id: known.id, isNew: false, exportFrom: known.export_from, stopToken: undefined }
}

/** Removes a device and ends its sessions. Returns false when the person has no such device. */
export async function removeDevice(
  transaction: LoginDatabase,
  person: string,
  device: string,
  at: number,
): Promise<boolean> {
  await lockPerson(transaction, person)
  const { numDeletedRows } = await transaction
    .deleteFrom('login_devices')
    .where('id', '=', device)
    .where('person', '=', person)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return false
  await transaction.deleteFrom('login_sessions').where('device', '=', device).execute()
  await appendAudit(transaction, person, at, 'device-removed', { device })
  return true
}

/** Days for which the link of a mail removes a new device. */
const stopDays = 7

/** Removes the device that a mail to the owner named. */
export const stopDevice = (database: LoginDatabase, token: string, at: number): Promise<boolean> =>
  database.transaction().execute(async transaction => {
    const found = await transaction
      .selectFrom('login_devices')
      .select(['id', 'person'])
      .where('stop', '=', tokenDigest(token))
      .where('created', '>', at - stopDays * 86_400_000)
      .executeTakeFirst()
    return found ? removeDevice(transaction, found.person, found.id, at) : false
  })

/** Devices and sessions of a person, as the person sees them. */
export async function listDevices(
  database: LoginDatabase,
  current: { readonly person: string; readonly device: string; readonly id: string },
  at: number,
) {
  const devices = await database
    .selectFrom('login_devices')
    .selectAll()
    .where('person', '=', current.person)
    .orderBy('used', 'desc')
    .execute()
  const sessions = await database
    .selectFrom('login_sessions')
    .selectAll()
    .where('person', '=', current.person)
    .where('expires', '>', at)
    .where('idle_until', '>', at)
    .orderBy('used', 'desc')
    .execute()
  return devices.map(({ id, name, created, used, export_from }) => ({
    id,
    name,
    createdAt: created,
    lastUsedAt: used,
    isCurrent: id === current.device,
    exportAllowedInSeconds: secondsUntil(export_from, at),
    sessions: sessions
      .filter(session => session.device === id)
      .map(session => ({
        id: session.id,
        loginAt: session.logged_in,
        lastUsedAt: session.used,
        expiresAt: session.expires,
        isCurrent: session.id === current.id,
      })),
  }))
}

export const secondsUntil = (time: number, at: number): number =>
  Math.max(0, Math.ceil((time - at) / 1_000))
