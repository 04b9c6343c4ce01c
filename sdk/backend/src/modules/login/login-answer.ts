import { Refusal } from '../../server/refusal.js'
import type { RouteRequest } from '../../server/route.js'
import { describeLogin, type LoggedIn } from './log-in.js'
import { withCookie } from './login-route.js'
import type { LoginServer } from './login-server.js'

/** Answers a login with its cookie, and ends the session whose cookie it replaces. */
export async function loginAnswer(
  { callers, configuration, cookie, database, sessions, now }: LoginServer,
  { token, session, isNewDevice }: LoggedIn,
  { request }: RouteRequest,
): Promise<Response> {
  const replaced = cookie.read(request)
  if (replaced !== undefined) await sessions.end(replaced)
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
