import { Refusal } from '../../server/refusal.js'
import { countIn, number, object, type Route, text, yesNo } from '../../server/route.js'
import * as answers from './answers.js'
import { appendAudit, readAudit } from './audit-log.js'
import { requireMailAddress } from './code-requests.js'
import { codeOver, spendCode } from './codes.js'
import { noticeMs, timeText } from './log-in.js'
import { type LoginRoute, withCookie } from './login-route.js'
import type { LoginServer } from './login-server.js'
import { changeEmail, deletePerson, exportData, hasOther } from './people.js'
import { lockPerson } from './person-lock.js'

const auditPage = 100
const taken = () => new Refusal(409, 'email', 'This email address belongs to another wallet.')

/** The email address, the audit log, the data of a person, and tokens for the host's own server. */
export function accountRoutes(server: LoginServer, { get, post }: LoginRoute): readonly Route[] {
  const { database, callers, codes, codeRequests, configuration, cookie, mails, tokens, now } =
    server
  const notice = async (kind: 'email-changed' | 'deleted', to: string | null) => {
    const { name: app, origin: site } = configuration
    const at = now()
    if (to !== null) await mails.send(kind, to, { app, site, at: timeText(at) }, at + noticeMs)
  }

  const routes = [
    post({
      path: '/email',
      summary: 'Begins to change the email address: sends a code to the present one',
      answer: answers.emailStep,
      needs: 'recent',
      async handle({ caller, body: { email, ...proofs }, request }) {
        const { person, session } = caller
        await callers.requireWallet(caller, proofs, 'email', email)
        const newAddress = requireMailAddress(email)
        const hasAddress = person.email !== null
        const { codeId, expiresInSeconds, resendAfterSeconds } = await codeRequests.send(
          {
            purpose: hasAddress ? 'email-old' : 'email-new',
            address: person.email ?? newAddress,
            newAddress,
            binding: session.id,
            person: person.id,
          },
          { ip: request.client, headers: request.request.headers },
        )
        const action = hasAddress ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
        return { action, codeId, expiresInSeconds, resendAfterSeconds }
      },
    }),
    post({
      path: '/email/primary',
      summary: 'Confirms the present address: sends a code to the new one',
      answer: answers.emailStep,
      needs: 'session',
      async handle({ caller: { session, person }, body: { codeId, code }, request }) {
        await codeRequests.countAttempt(request.client)
        const expected = { purpose: 'email-old', binding: session.id } as const
        const { newAddress } = await codes.compare({ id: codeId, code }, expected)
        if (newAddress === undefined) throw codeOver()
        const sent = await codeRequests.send(
          {
            purpose: 'email-new',
            address: newAddress,
            newAddress,
            binding: session.id,
            person: person.id,
          },
          { ip: request.client, headers: request.request.headers },
        )
        // Used up only now: when the second code cannot be sent yet, the first one stays valid.
        await spendCode(database, codeId)
        return {
          action: 'VERIFY_SECONDARY_OTP',
          codeId: sent.codeId,
          expiresInSeconds: sent.expiresInSeconds,
          resendAfterSeconds: sent.resendAfterSeconds,
        }
      },
    }),
    post({
      path: '/email/secondary',
      summary: 'Confirms the new address, which logs in from then on',
      answer: object({ email: text }),
      needs: 'session',
      async handle({ caller: { session, person }, body: { codeId, code }, request }) {
        await codeRequests.countAttempt(request.client)
        const expected = { purpose: 'email-new', binding: session.id } as const
        const { newAddress } = await codes.compare({ id: codeId, code }, expected)
        if (newAddress === undefined) throw codeOver()
        await database
          .transaction()
          .execute(async transaction => {
            await lockPerson(transaction, person.id)
            if (!(await spendCode(transaction, codeId))) throw codeOver()
            if (!(await changeEmail(transaction, person.id, newAddress, now()))) throw taken()
          })
          // Of two people who confirm one address at the same time, one fails at the unique index.
          .catch(async error => {
            const isTaken = await hasOther(database, newAddress, person.id)
            throw isTaken ? taken() : error
          })
        if (person.email !== newAddress) await notice('email-changed', person.email)
        return { email: newAddress }
      },
    }),
    get({
      path: '/audit',
      summary: 'The audit log of this person, newest first; each entry has the hash of the former',
      query: { before: { description: 'A sequence number: only older entries' } },
      answer: object({ entries: answers.audit, isComplete: yesNo }),
      async handle({ person }, request) {
        const before = countIn('before', request.query('before'), 999_999_999, 999_999_999)
        const entries = await readAudit(database, person.id, auditPage, before)
        return { entries, isComplete: (entries.at(-1)?.seq ?? 1) === 1 }
      },
    }),
    get({
      path: '/account/data',
      summary:
        'Everything that is stored of this person, but no share and no encrypted recovery data',
      answer: answers.data,
      async handle({ session, person }) {
        const found = await exportData(database, session, now())
        await database
          .transaction()
          .execute(transaction => appendAudit(transaction, person.id, now(), 'data-downloaded'))
        return found
      },
    }),
    post({
      path: '/account/delete',
      summary: 'Deletes everything of this person; the audit log keeps its hashes',
      answer: answers.nothing,
      needs: 'recent',
      async handle({ caller, body }) {
        const check = await callers.requireWallet(caller, body, 'delete', 'delete')
        await database.transaction().execute(async transaction => {
          await check(transaction)
          await deletePerson(transaction, caller.person.id)
        })
        await notice('deleted', caller.person.email)
        return withCookie({}, cookie.cleared)
      },
    }),
  ]
  if (!tokens || !configuration.tokens) return routes
  const { audiences, seconds, withEmail } = configuration.tokens
  return [
    ...routes,
    post({
      path: '/token',
      summary: 'A token by which a server of the host knows who is logged in',
      answer: object({ token: text, expiresInSeconds: number }),
      needs: 'session',
      async handle({ caller: { person }, body: { audience } }) {
        if (!audiences.includes(audience))
          throw new Refusal(403, 'audience', 'There are no tokens for this server.')
        // No accounts: the frame names them, and nothing proves that the wallet has their keys.
        const more = withEmail && person.email !== null ? { email: person.email } : {}
        const token = await tokens.sign({ subject: person.id, audience, more })
        return { token, expiresInSeconds: seconds }
      },
    }),
    {
      method: 'get',
      path: '/login/jwks.json',
      summary: 'The public keys of these tokens',
      answer: object({ keys: { type: 'array', items: { type: 'object' } } }),
      isPublic: true,
      keepSeconds: 300,
      handle: () => tokens.publicKeys(),
    },
  ]
}
