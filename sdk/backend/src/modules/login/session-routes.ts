import { Refusal } from '../../server/refusal.js'
import { object, type Route, text } from '../../server/route.js'
import * as answers from './answers.js'
import { appendAudit } from './audit-log.js'
import { requireMailAddress } from './code-requests.js'
import { nonceSeconds } from './device-proof.js'
import { listDevices, removeDevice, stopDevice } from './devices.js'
import { describeLogin, logInByCode } from './log-in.js'
import { loginAnswer } from './login-answer.js'
import { counted, type LoginRoute, withCookie } from './login-route.js'
import type { LoginServer } from './login-server.js'
import { lockPerson } from './person-lock.js'
import { requireWalletProof } from './wallet-proof.js'

const noProof = { text: '', walletProof: undefined, isDemanded: false } as const

/** Logging in and out, devices and sessions. */
export function sessionRoutes(server: LoginServer, { get, post }: LoginRoute): readonly Route[] {
  const { database, codeRequests, callers, cookie, configuration, metrics, nonces, now } = server
  const { recentSeconds } = configuration.session

  return [
    post({
      path: '/code',
      summary: 'Sends a code to an email address, for the key that the frame made for this login',
      answer: answers.codeSent,
      needs: 'none',
      handle: ({ body, request }) =>
        counted(metrics.codeAsked, async () => {
          const address = requireMailAddress(body.email)
          const caller = await callers.find(request)
          const isKnown = caller?.person.email === address && caller.device.exportFrom <= now()
          return codeRequests.send(
            {
              purpose: 'login',
              address,
              binding: body.keyHash,
              knownDevice: isKnown ? caller.device.id : undefined,
            },
            { ip: request.client, headers: request.request.headers },
          )
        }),
    }),
    post({
      path: '/session',
      summary: 'Logs in with a code, and remembers it by an httpOnly cookie',
      answer: answers.login,
      needs: 'none',
      handle: ({ body, request }) =>
        counted(metrics.loggedIn, async () => {
          await codeRequests.countAttempt(request.client)
          return loginAnswer(server, await logInByCode(server, body), request)
        }),
    }),
    post({
      path: '/nonce',
      summary: 'A nonce for one proof of this device, within a minute',
      answer: object({ nonce: text, expiresInSeconds: { type: 'number' } }),
      needs: 'session',
      handle: async ({ caller }) => ({
        nonce: await nonces.issue(caller.session.id),
        expiresInSeconds: nonceSeconds,
      }),
    }),
    {
      method: 'get',
      path: '/login/session',
      summary: 'Who is logged in in this browser',
      answer: answers.loginOrNone,
      isOfItsOwnSite: true,
      async handle(request) {
        const caller = await callers.find(request)
        if (!caller) return { session: null }
        return describeLogin(database, {
          ...caller,
          isNewDevice: false,
          exportFrom: caller.device.exportFrom,
          recentSeconds,
          at: now(),
        })
      },
    },
    get({
      path: '/sessions',
      summary: 'Devices and sessions of this person',
      answer: object({ devices: answers.devices }),
      handle: async ({ session }) => ({ devices: await listDevices(database, session, now()) }),
    }),
    post({
      path: '/sign-out',
      summary: 'Ends this session',
      answer: answers.nothing,
      needs: 'none',
      async handle({ request }) {
        const token = cookie.read(request.request)
        if (token !== undefined) await server.sessions.end(token)
        return withCookie({}, cookie.cleared)
      },
    }),
    post({
      path: '/sessions/end',
      summary: 'Ends one session of this person',
      answer: answers.nothing,
      needs: 'session',
      async handle({ caller, body: { id } }) {
        await database.transaction().execute(async transaction => {
          await lockPerson(transaction, caller.person.id)
          const { numDeletedRows } = await transaction
            .deleteFrom('login_sessions')
            .where('id', '=', id)
            .where('person', '=', caller.person.id)
            .executeTakeFirst()
          if (numDeletedRows !== 1n)
            throw new Refusal(404, 'session_id', 'There is no such session.')
          await appendAudit(transaction, caller.person.id, now(), 'session-ended', { session: id })
        })
        return {}
      },
    }),
    post({
      path: '/devices/remove',
      summary: 'Removes a device and ends its sessions',
      answer: answers.nothing,
      needs: 'session',
      async handle({ caller, body: { id } }) {
        if (id !== caller.device.id) await requireWalletProof(database, caller, noProof, now())
        const isRemoved = await database
          .transaction()
          .execute(transaction => removeDevice(transaction, caller.person.id, id, now()))
        if (!isRemoved) throw new Refusal(404, 'device', 'There is no such device.')
        return id === caller.device.id ? withCookie({}, cookie.cleared) : {}
      },
    }),
    post({
      path: '/sign-out-everywhere',
      summary: 'Ends all sessions and removes all devices, or all others',
      answer: answers.nothing,
      needs: 'session',
      async handle({ caller, body: { keepCurrent, ...proofs } }) {
        const { person, session, device } = caller
        const binding = keepCurrent ? 'keep' : 'all'
        const check = await callers.requireWallet(caller, proofs, 'sign-out-everywhere', binding)
        await database.transaction().execute(async transaction => {
          await check(transaction)
          let sessions = transaction.deleteFrom('login_sessions').where('person', '=', person.id)
          let devices = transaction.deleteFrom('login_devices').where('person', '=', person.id)
          if (keepCurrent) {
            sessions = sessions.where('id', '!=', session.id)
            devices = devices.where('id', '!=', device.id)
          }
          await sessions.execute()
          await devices.execute()
          await appendAudit(transaction, person.id, now(), 'signed-out-everywhere', { keepCurrent })
        })
        return keepCurrent ? {} : withCookie({}, cookie.cleared)
      },
    }),
    post({
      path: '/stop',
      summary: 'Removes the device that a mail to its owner named',
      answer: answers.nothing,
      needs: 'none',
      async handle({ body: { token }, request }) {
        await codeRequests.countAttempt(request.client)
        await stopDevice(database, token, now())
        return {}
      },
    }),
  ]
}
