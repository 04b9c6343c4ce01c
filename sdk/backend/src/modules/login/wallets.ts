import * as v from 'valibot'
import { BackendError } from '../../errors.js'
import { Refusal } from '../../server/refusal.js'
import { appendAudit } from './audit-log.js'
import type { Body, RecoveryInput, WalletAccount } from './bodies.js'
import { randomToken } from './codes.js'
import { removeDevice } from './devices.js'
import type { SecretKeys } from './secret-keys.js'
import { decryptShare, encryptShare, rewrapDataKey } from './server-share.js'
import type { LoginDatabase, LoginTables } from './tables.js'

/** What is public of a wallet. */
export interface WalletRecord {
  readonly version: number
  readonly accounts: readonly WalletAccount[]
}

const storedAccounts = v.array(v.looseObject({ namespace: v.string(), address: v.string() }))

const accountsIn = (text: string) =>
  v.parse(storedAccounts, JSON.parse(text)) as readonly WalletAccount[]

export async function findWallet(
  database: LoginDatabase,
  person: string,
): Promise<WalletRecord | undefined> {
  const row = await database
    .selectFrom('login_wallets')
    .select(['version', 'accounts'])
    .where('person', '=', person)
    .executeTakeFirst()
  return row && { version: row.version, accounts: accountsIn(row.accounts) }
}

export const noWallet = () => new Refusal(404, 'wallet', 'This person has no wallet yet.')

const otherVersion = (version: number) =>
  new Refusal(409, 'version', 'The wallet has another version.', { version })

/**
 * Replaces the share by that of the next version, with compare-and-set. The old share and all
 * recovery data of the old version are gone afterwards. The transaction has locked the person.
 *
 * @throws Refusal 409 `version`, 409 `accounts` when an account of the wallet is missing
 */
export async function storeWallet(
  transaction: LoginDatabase,
  keys: SecretKeys,
  {
    person,
    device,
    session,
  }: { readonly person: string; readonly device: string; readonly session: string },
  { version, share, accounts, recovery, walletKey }: Omit<Body<'/wallet'>, 'proof' | 'walletProof'>,
  at: number,
): Promise<void> {
  const present = await findWallet(transaction, person)
  if (version !== (present?.version ?? 0) + 1) throw otherVersion(present?.version ?? 0)
  if (present && !areAmong(present.accounts, accounts))
    throw new Refusal(409, 'accounts', 'A new version keeps every account of the wallet.')
  const row = {
    version,
    accounts: JSON.stringify(accounts),
    ...encryptShare(keys, person, version, Buffer.from(share, 'base64url')),
    changed: at,
  }
  const isWritten = present
    ? (
        await transaction
          .updateTable('login_wallets')
          .set(row)
          .where('person', '=', person)
          .where('version', '=', present.version)
          .executeTakeFirst()
      ).numUpdatedRows === 1n
    : (
        await transaction
          .insertInto('login_wallets')
          .values({ person, ...row, wallet_key: walletKey ?? null })
          .onConflict(conflict => conflict.column('person').doNothing())
          .executeTakeFirst()
      ).numInsertedOrUpdatedRows === 1n
  if (!isWritten) throw otherVersion((await findWallet(transaction, person))?.version ?? 0)
  if (!present) await keepOneDevice(transaction, { person, device, session }, at)
  await transaction.deleteFrom('login_recoveries').where('person', '=', person).execute()
  for (const one of recovery) await insertRecovery(transaction, person, version, one, at)
  await appendAudit(transaction, person, at, 'wallet-stored', {
    version,
    device,
    recoveries: recovery.length,
  })
}

/**
 * Leaves the device that made the wallet alone: mails announce new devices of a wallet, so a device
 * that logged in before there was a wallet is unknown to the owner.
 */
async function keepOneDevice(
  transaction: LoginDatabase,
  {
    person,
    device,
    session,
  }: { readonly person: string; readonly device: string; readonly session: string },
  at: number,
): Promise<void> {
  await transaction
    .deleteFrom('login_sessions')
    .where('person', '=', person)
    .where('id', '!=', session)
    .execute()
  const others = await transaction
    .selectFrom('login_devices')
    .select('id')
    .where('person', '=', person)
    .where('id', '!=', device)
    .execute()
  for (const { id } of others) await removeDevice(transaction, person, id, at)
  // This device has seen the words already.
  await transaction
    .updateTable('login_devices')
    .set({ export_from: at, stop: null })
    .where('id', '=', device)
    .execute()
}

const nameOf = ({ namespace, address, network = '', kind = '' }: WalletAccount) =>
  [namespace, network, kind, address].join(' ')

const areAmong = (some: readonly WalletAccount[], all: readonly WalletAccount[]) => {
  const names = new Set(all.map(nameOf))
  return some.every(one => names.has(nameOf(one)))
}

/**
 * Decrypts the current share.
 *
 * @throws Refusal 404 `wallet`, 409 `version` when the device has a share of another version
 */
export async function readShare(
  database: LoginDatabase,
  keys: SecretKeys,
  person: string,
  expected: number | undefined,
): Promise<WalletRecord & { readonly share: Buffer }> {
  const row = await database
    .selectFrom('login_wallets')
    .selectAll()
    .where('person', '=', person)
    .executeTakeFirst()
  if (!row) throw noWallet()
  if (expected !== undefined && expected !== row.version) throw otherVersion(row.version)
  return {
    version: row.version,
    accounts: accountsIn(row.accounts),
    share: decryptShare(keys, person, row.version, row),
  }
}

/**
 * Seals what is under an older key of the configuration under the current one. A share whose key is
 * gone does not keep the others from the new key: it counts as failed.
 */
export async function rewrapShares(
  database: LoginDatabase,
  keys: SecretKeys,
): Promise<{ readonly done: number; readonly failed: number }> {
  let [done, failed] = [0, 0]
  let after = ''
  for (;;) {
    const rows = await database
      .selectFrom('login_wallets')
      .select(['person', 'version', 'data_key'])
      .where('person', '>', after)
      .orderBy('person')
      .limit(200)
      .execute()
    for (const { person, version, data_key } of rows) {
      if (keys.isCurrent(data_key)) continue
      const rewrapped = rewrapOrNone(keys, person, version, data_key)
      if (rewrapped === undefined) {
        failed++
        continue
      }
      const { numUpdatedRows } = await database
        .updateTable('login_wallets')
        .set({ data_key: rewrapped })
        .where('person', '=', person)
        .where('data_key', '=', data_key)
        .executeTakeFirst()
      done += Number(numUpdatedRows)
    }
    const last = rows.at(-1)
    if (!last) return { done, failed }
    after = last.person
  }
}

/** Undefined when the key is gone, or the row was changed. */
function rewrapOrNone(keys: SecretKeys, person: string, version: number, dataKey: string) {
  try {
    return rewrapDataKey(keys, person, version, dataKey)
  } catch (error) {
    if (error instanceof BackendError && error.code === 'LOGIN_SEALED') return undefined
    throw error
  }
}

const mostRecoveries = 10

/** Recovery data without what is encrypted. */
export async function listRecoveries(database: LoginDatabase, person: string) {
  const rows = await recoveryRows(database, person)
  return rows.map(describeRecovery)
}

/** The same with what is encrypted, of the current version alone. */
export async function readRecoveries(database: LoginDatabase, person: string, version: number) {
  const rows = await recoveryRows(database, person)
  return rows
    .filter(row => row.version === version)
    .map(row => ({ ...describeRecovery(row), blob: row.blob }))
}

const recoveryRows = (database: LoginDatabase, person: string) =>
  database
    .selectFrom('login_recoveries')
    .selectAll()
    .where('person', '=', person)
    .orderBy('created')
    .orderBy('id')
    .execute()

const describeRecovery = (row: LoginTables['login_recoveries']) => ({
  id: row.id,
  kind: row.kind,
  version: row.version,
  label: row.label,
  meta: row.meta,
  credentialId: row.credential,
  createdAt: row.created,
})

/**
 * Adds recovery data. The transaction has locked the person.
 *
 * @throws Refusal 404 `wallet`, 409 `version`, 422 `recovery` when there are ten already
 */
export async function addRecovery(
  transaction: LoginDatabase,
  person: string,
  version: number,
  input: RecoveryInput,
  at: number,
): Promise<string> {
  const wallet = await findWallet(transaction, person)
  if (!wallet) throw noWallet()
  if (wallet.version !== version) throw otherVersion(wallet.version)
  if ((await recoveryRows(transaction, person)).length >= mostRecoveries)
    throw new Refusal(422, 'recovery', `A wallet has at most ${mostRecoveries} ways to recover it.`)
  const id = await insertRecovery(transaction, person, version, input, at)
  await appendAudit(transaction, person, at, 'recovery-added', { id, kind: input.kind })
  return id
}

async function insertRecovery(
  transaction: LoginDatabase,
  person: string,
  version: number,
  { kind, blob, label, meta, credentialId }: RecoveryInput,
  at: number,
): Promise<string> {
  const id = randomToken(12)
  await transaction
    .insertInto('login_recoveries')
    .values({
      id,
      person,
      version,
      kind,
      blob,
      label: label ?? null,
      meta: meta ?? null,
      credential: credentialId ?? null,
      created: at,
    })
    .execute()
  return id
}

/** @throws Refusal 404 `recovery` */
export async function removeRecovery(
  transaction: LoginDatabase,
  person: string,
  id: string,
  at: number,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('login_recoveries')
    .where('id', '=', id)
    .where('person', '=', person)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Refusal(404, 'recovery', 'There is no such recovery data.')
  await appendAudit(transaction, person, at, 'recovery-removed', { id })
}
