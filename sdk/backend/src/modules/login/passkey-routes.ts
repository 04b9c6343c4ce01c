import { object, type Route, text } from '../../server/route.js'
import * as answers from './answers.js'
import { randomToken } from './codes.js'
import { notProven } from './device-proof.js'
import { enter, proveLogin } from './log-in.js'
import { loginAnswer } from './login-answer.js'
import { counted, type LoginRoute } from './login-route.js'
import type { LoginServer } from './login-server.js'
import {
  addPasskey,
  challengeOver,
  creationOptions,
  issueChallenge,
  removePasskey,
  requestOptions,
  takeChallenge,
  verifyNew,
  verifyUse,
} from './passkeys.js'
import { addPerson, findPerson, listPasskeys } from './people.js'

/** Passkeys as a login, beside or instead of an email address. */
export function passkeyRoutes(server: LoginServer, { post }: LoginRoute): readonly Route[] {
  const { database, callers, codeRequests, configuration, metrics, now } = server

  return [
    post({
      path: '/passkey/add/options',
      summary: 'Options to make a passkey for this person',
      answer: answers.challenge,
      needs: 'recent',
      async handle({ caller: { person, session } }) {
        const known = await listPasskeys(database, person.id)
        const options = await creationOptions(configuration, person, known)
        const issued = await issueChallenge(database, {
          purpose: 'add',
          binding: session.id,
          challenge: options.challenge,
          at: now(),
        })
        return { ...issued, options }
      },
    }),
    post({
      path: '/passkey/add',
      summary: 'Adds a passkey as a login of this person',
      answer: object({ id: text }),
      needs: 'recent',
      async handle({ caller, body: { challengeId, response, label, ...proofs } }) {
        const { person, session } = caller
        const check = await callers.requireWallet(caller, proofs, 'passkey-add', challengeId)
        const { challenge } = await takeChallenge(database, {
          id: challengeId,
          purpose: 'add',
          binding: session.id,
          at: now(),
        })
        const credential = await verifyNew(configuration, response, challenge)
        await database.transaction().execute(async transaction => {
          await check(transaction)
          await addPasskey(transaction, person.id, credential, label, now())
        })
        return { id: credential.id }
      },
    }),
    post({
      path: '/passkey/remove',
      summary: 'Removes a passkey; the last way to log in stays',
      answer: answers.nothing,
      needs: 'recent',
      async handle({ caller, body: { id, ...proofs } }) {
        const check = await callers.requireWallet(caller, proofs, 'passkey-remove', id)
        await database.transaction().execute(async transaction => {
          await check(transaction)
          await removePasskey(transaction, caller.person, id, now())
        })
        return {}
      },
    }),
    post({
      path: '/passkey/login/options',
      summary: 'Options to log in with a passkey, for the key that the frame made for this login',
      answer: answers.challenge,
      needs: 'none',
      async handle({ body: { keyHash }, request }) {
        await codeRequests.countAttempt(request.client)
        const options = await requestOptions(configuration)
        const issued = await issueChallenge(database, {
          purpose: 'login',
          binding: keyHash,
          challenge: options.challenge,
          at: now(),
        })
        return { ...issued, options }
      },
    }),
    post({
      path: '/passkey/login',
      summary: 'Logs in with a passkey',
      answer: answers.login,
      needs: 'none',
      handle: ({ body: { challengeId, response, ...entering }, request }) =>
        counted(metrics.loggedIn, async () => {
          await codeRequests.countAttempt(request.client)
          const { keyHash, isProven } = proveLogin(configuration.origin, entering)
          if (!isProven) throw notProven()
          const { challenge } = await takeChallenge(database, {
            id: challengeId,
            purpose: 'login',
            binding: keyHash,
            nonce: entering.proof.nonce,
            at: now(),
          })
          const id = await verifyUse(database, configuration, response, challenge, now())
          const loggedIn = await enter(server, entering, 'passkey', async transaction => {
            const person = await findPerson(transaction, id)
            if (!person) throw challengeOver()
            return person
          })
          return loginAnswer(server, loggedIn, request)
        }),
    }),
    post({
      path: '/passkey/sign-up/options',
      summary: 'Options to begin with a passkey alone, without an email address',
      answer: answers.challenge,
      needs: 'none',
      async handle({ body: { keyHash }, request }) {
        await codeRequests.countAttempt(request.client)
        const person = { id: randomToken(16), email: null }
        const options = await creationOptions(configuration, person, [])
        const issued = await issueChallenge(database, {
          purpose: 'sign-up',
          binding: keyHash,
          challenge: options.challenge,
          person: person.id,
          at: now(),
        })
        return { ...issued, options }
      },
    }),
    post({
      path: '/passkey/sign-up',
      summary: 'Makes a person whose login is this passkey',
      answer: answers.login,
      needs: 'none',
      handle: ({ body: { challengeId, response, label, ...entering }, request }) =>
        counted(metrics.loggedIn, async () => {
          await codeRequests.countAttempt(request.client)
          const { keyHash, isProven } = proveLogin(configuration.origin, entering)
          if (!isProven) throw notProven()
          const { challenge, person: id } = await takeChallenge(database, {
            id: challengeId,
            purpose: 'sign-up',
            binding: keyHash,
            nonce: entering.proof.nonce,
            at: now(),
          })
          if (id === null) throw challengeOver()
          const credential = await verifyNew(configuration, response, challenge)
          const loggedIn = await enter(server, entering, 'passkey', async transaction => {
            const person = await addPerson(transaction, id, now())
            await addPasskey(transaction, id, credential, label, now())
            return person
          })
          return loginAnswer(server, loggedIn, request)
        }),
    }),
  ]
}
