import { Refusal } from '../../server/refusal.js'
import { describeLogin, type LoggedIn } from './log-in.js'
import { withCookie } from './login-route.js'
import type { LoginServer } from './login-server.js'

/** Answers a login with its cookie. */
export async function loginAnswer(
  { callers, configuration, cookie, database, now }: LoginServer,
  { token, session, isNewDevice }: LoggedIn,
): Promise<Response> {
  const caller = await callers.ofSession(session)
  if (!caller) throw new Refusal(401, 'session', 'Session Expired')
  const described = await describeLogin(database, {
    ...caller,
    isNewDevice,
    exportFrom: caller.device.exportFrom,
    recentSeconds: configuration.session.recentSeconds,
    at: now(),
  })
  return withCookie(described, cookie.set(token))
}
