import type { Base } from '../module.js'
import { type Callers, createCallers } from './callers.js'
import { type CodeRequests, createCodeRequests } from './code-requests.js'
import { type Codes, createCodes } from './codes.js'
import { type CoolDown, createCoolDown } from './cool-down.js'
import { createDeviceNonces, type DeviceNonces } from './device-proof.js'
import { createLoginMetrics, type LoginMetrics } from './login-metrics.js'
import { createMails, type Mails } from './mails.js'
import type { LoginConfiguration } from './options.js'
import { createSecretKeys, type SecretKeys } from './secret-keys.js'
import {
  createSessionCookie,
  createSessions,
  type SessionCookie,
  type Sessions,
} from './sessions.js'
import type { LoginDatabase, LoginTables } from './tables.js'
import { createTokens, type Tokens } from './tokens.js'

/** The parts of the login, put together once and used by its routes and jobs. */
export interface LoginServer {
  readonly configuration: LoginConfiguration
  readonly database: LoginDatabase
  readonly keys: SecretKeys
  readonly codes: Codes
  readonly codeRequests: CodeRequests
  readonly coolDown: CoolDown
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly nonces: DeviceNonces
  readonly callers: Callers
  readonly mails: Mails
  readonly tokens: Tokens | undefined
  readonly metrics: LoginMetrics
  /** Releases of shares and recovery data: by person, and by device for a new one. */
  readonly releases: { take(key: string): Promise<number> }
  now(): number
}

export function createLoginServer(
  configuration: LoginConfiguration,
  base: Pick<Base, 'database' | 'jobs' | 'limit' | 'log' | 'metrics'>,
  now: () => number = () => Date.now(),
): LoginServer {
  const { origin, limits, session, mail } = configuration
  const database = base.database<LoginTables>()
  const metrics = createLoginMetrics(base.metrics)
  const keys = createSecretKeys(configuration.keys)
  const codes = createCodes(database, keys, now)
  const coolDown = createCoolDown(database, keys, limits.addressPerDay, now)
  const sessions = createSessions(database, session, now)
  const cookie = createSessionCookie(origin, session.longestSeconds)
  const nonces = createDeviceNonces(database, now)
  const mails = createMails({ ...mail, keys, jobs: base.jobs, now, sent: metrics.mailed })
  const callers = createCallers({
    database,
    sessions,
    cookie,
    nonces,
    origin,
    recentSeconds: session.recentSeconds,
    now,
  })
  const codeRequests = createCodeRequests({
    configuration,
    codes,
    coolDown,
    mails,
    log: base.log,
    now,
    limits: {
      network: base.limit('login-network', limits.network),
      attempts: base.limit('login-attempts', limits.attempts),
      all: base.limit('login-all', limits.all),
    },
  })
  const tokens =
    configuration.tokens &&
    createTokens(database, keys, {
      issuer: origin,
      seconds: configuration.tokens.seconds,
      rotateDays: configuration.tokens.rotateDays,
      now,
    })
  const releases = base.limit('login-releases', {
    burst: limits.releasesPerHour,
    perSecond: limits.releasesPerHour / 3_600,
  })
  return {
    configuration,
    database,
    keys,
    codes,
    codeRequests,
    coolDown,
    sessions,
    cookie,
    nonces,
    callers,
    mails,
    tokens,
    metrics,
    releases,
    now,
  }
}
