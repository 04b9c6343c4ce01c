import { createHash } from 'node:crypto'
import { Refusal } from '../../server/refusal.js'
import { number, object, type Route, text, yesNo } from '../../server/route.js'
import * as answers from './answers.js'
import { type AuditEvent, type AuditFacts, appendAudit } from './audit-log.js'
import type { RecoveryInput } from './bodies.js'
import type { Caller } from './callers.js'
import { notProven } from './device-proof.js'
import { secondsUntil } from './devices.js'
import { keyHashOf, noticeMs, timeText } from './log-in.js'
import { counted, type LoginRoute } from './login-route.js'
import type { LoginServer } from './login-server.js'
import { sealShare } from './server-share.js'
import {
  addRecovery,
  findWallet,
  listRecoveries,
  noWallet,
  readRecoveries,
  readShare,
  removeRecovery,
  storeWallet,
} from './wallets.js'

const sha256 = (encoded: string) =>
  createHash('sha256').update(Buffer.from(encoded, 'base64url')).digest('base64url')

/** What proofs of `recovery-add` bind: everything that is stored, as it is stored. */
const recoveryBinding = (
  version: number,
  { kind, blob, meta, label, credentialId }: RecoveryInput,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([version, kind, blob, meta ?? null, label ?? null, credentialId ?? null]),
    )
    .digest('base64url')

/** The server share, recovery data, and the permission to export. */
export function walletRoutes(server: LoginServer, { get, post }: LoginRoute): readonly Route[] {
  const { database, keys, callers, configuration, mails, metrics, releases, now } = server
  const note = (person: string, event: AuditEvent, facts: AuditFacts) =>
    database
      .transaction()
      .execute(transaction => appendAudit(transaction, person, now(), event, facts))
  const countRelease = async ({ person, device }: Caller) => {
    // A new device counts alone, so that it cannot use up the releases of the owner's devices.
    const isNew = device.exportFrom > now()
    const seconds = await releases.take(isNew ? `${person.id}\n${device.id}` : person.id)
    if (seconds > 0) throw new Refusal(429, 'rate_limited', 'Too many requests.', { seconds })
  }

  return [
    post({
      path: '/wallet',
      summary: 'Stores the server share of the next version in place of the present one',
      answer: object({ version: number }),
      needs: 'recent',
      async handle({ caller, body: { proof, walletProof, ...wallet } }) {
        const binding = `${wallet.version}.${sha256(wallet.share)}`
        const check = await callers.requireWallet(
          caller,
          { proof, walletProof },
          'store',
          binding,
          // A frame that stores a later version has opened the wallet, so it can prove that.
          wallet.version > 1 ? 'always' : undefined,
        )
        const { person, device, session } = caller
        await database.transaction().execute(async transaction => {
          await check(transaction)
          const by = { person: person.id, device: device.id, session: session.id }
          await storeWallet(transaction, keys, by, wallet, now())
        })
        return { version: wallet.version }
      },
    }),
    post({
      path: '/wallet/release',
      summary: 'The server share, sealed to the key of the frame that logged in',
      answer: answers.released,
      needs: 'recent',
      handle: ({ caller, body: { publicKey, version, proof } }) =>
        counted(metrics.released, async () => {
          const keyHash = keyHashOf(publicKey)
          await callers.requireProof(caller, proof, 'release', keyHash)
          if (keyHash !== caller.session.keyHash) throw notProven()
          await countRelease(caller)
          const { share, ...found } = await readShare(database, keys, caller.person.id, version)
          const aad = [caller.person.id, found.version, proof.nonce].join('\n')
          try {
            const sealed = await sealShare(Buffer.from(publicKey, 'base64url'), share, aad)
            const { id: device } = caller.device
            await note(caller.person.id, 'share-released', { version: found.version, device })
            return { ...found, ...sealed }
          } finally {
            share.fill(0)
          }
        }),
    }),
    get({
      path: '/recovery',
      summary: 'The ways to recover the wallet, without what is encrypted',
      answer: object({ recovery: answers.recoveryList }),
      handle: async ({ person }) => ({ recovery: await listRecoveries(database, person.id) }),
    }),
    post({
      path: '/recovery',
      summary: 'Adds encrypted recovery data of the present version',
      answer: object({ id: text }),
      needs: 'recent',
      async handle({ caller, body: { proof, walletProof, version, ...input } }) {
        const check = await callers.requireWallet(
          caller,
          { proof, walletProof },
          'recovery-add',
          recoveryBinding(version, input),
          'always',
        )
        const id = await database.transaction().execute(async transaction => {
          await check(transaction)
          return addRecovery(transaction, caller.person.id, version, input, now())
        })
        return { id }
      },
    }),
    post({
      path: '/recovery/release',
      summary: 'The encrypted recovery data of the present version',
      answer: object({ version: number, recovery: answers.recoveryWithBlobs }),
      needs: 'recent',
      async handle({ caller, body: { proof } }) {
        await callers.requireProof(caller, proof, 'recovery-release', 'all')
        await countRelease(caller)
        const wallet = await findWallet(database, caller.person.id)
        if (!wallet) throw noWallet()
        const recovery = await readRecoveries(database, caller.person.id, wallet.version)
        await note(caller.person.id, 'recovery-released', { device: caller.device.id })
        return { version: wallet.version, recovery }
      },
    }),
    post({
      path: '/recovery/remove',
      summary: 'Removes recovery data',
      answer: answers.nothing,
      needs: 'recent',
      async handle({ caller, body: { id, ...proofs } }) {
        const check = await callers.requireWallet(caller, proofs, 'recovery-remove', id)
        await database.transaction().execute(async transaction => {
          await check(transaction)
          await removeRecovery(transaction, caller.person.id, id, now())
        })
        return {}
      },
    }),
    post({
      path: '/export',
      summary: 'Whether this device may show the words now; its owner gets a mail',
      answer: object({ allowed: yesNo }),
      needs: 'recent',
      async handle({ caller, body: { proof } }) {
        const { person, device } = caller
        await callers.requireProof(caller, proof, 'export', 'export')
        const seconds = secondsUntil(device.exportFrom, now())
        if (seconds > 0)
          throw new Refusal(
            403,
            'export_cool_down',
            `This device is new. It can show the words in ${seconds} seconds`,
            { seconds },
          )
        const at = now()
        await note(person.id, 'export-allowed', { device: device.id })
        if (person.email !== null) {
          const { name: app, origin: site } = configuration
          const facts = { app, site, device: device.name, at: timeText(at) }
          await mails.send('export', person.email, facts, at + noticeMs)
        }
        return { allowed: true }
      },
    }),
  ]
}
