import { createPublicKey, verify } from 'node:crypto'
import { Refusal } from '../../server/refusal.js'
import { notProven, type ProofPurpose } from './device-proof.js'
import { secondsUntil } from './devices.js'
import { sessionOver } from './person-lock.js'
import type { LoginDatabase } from './tables.js'

/** The text that the opened wallet signs with Ed25519. */
export const walletProofText = (
  purpose: ProofPurpose,
  origin: string,
  nonce: string,
  binding: string,
): string => ['portico wallet proof 1', purpose, origin, nonce, binding].join('\n')

/** The bytes before a raw Ed25519 key in SubjectPublicKeyInfo (RFC 8410). */
const prefix = Buffer.from('302a300506032b6570032100', 'hex')

function isProvenByWallet(walletKey: string, text: string, signature: string): boolean {
  const raw = Buffer.from(walletKey, 'base64url')
  const key = createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

/**
 * Refuses what destroys a wallet to a new device that has not opened the wallet: access to the
 * mailbox alone must not replace the share, remove recovery data or delete the account.
 *
 * @throws Refusal 403 `device_proof` for a wrong proof, 403 `export_cool_down` without one
 */
export async function requireWalletProof(
  database: LoginDatabase,
  {
    person,
    device,
  }: {
    readonly person: { readonly id: string }
    readonly device: { readonly id: string }
  },
  {
    text,
    walletProof,
    isDemanded,
  }: {
    readonly text: string
    readonly walletProof: string | undefined
    /** Of every device, once the wallet has a key for it. */
    readonly isDemanded: boolean
  },
  at: number,
): Promise<void> {
  const wallet = await database
    .selectFrom('login_wallets')
    .select('wallet_key')
    .where('person', '=', person.id)
    .executeTakeFirst()
  if (!wallet) return
  if (wallet.wallet_key !== null && (walletProof !== undefined || isDemanded)) {
    if (!walletProof || !isProvenByWallet(wallet.wallet_key, text, walletProof)) throw notProven()
    // The owner opened the wallet on this device, so the link of the mail must not remove it.
    await database
      .updateTable('login_devices')
      .set({ stop: null })
      .where('id', '=', device.id)
      .execute()
    return
  }
  // Read after the wallet: the first store changes both in one transaction.
  const found = await database
    .selectFrom('login_devices')
    .select('export_from')
    .where('id', '=', device.id)
    .executeTakeFirst()
  if (!found) throw sessionOver()
  const seconds = secondsUntil(found.export_from, at)
  if (seconds > 0)
    throw new Refusal(
      403,
      'export_cool_down',
      `This device is new. It can do this in ${seconds} seconds`,
      { seconds },
    )
}
