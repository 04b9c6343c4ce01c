import { type Log, reasonOf } from '../../log.js'
import { Refusal } from '../../server/refusal.js'
import type { RateLimit } from '../../shared/limits.js'
import { type CodePurpose, type Codes, codeDigits, codeSeconds } from './codes.js'
import type { CoolDown } from './cool-down.js'
import { readMailAddress } from './mail-address.js'
import type { Mails } from './mails.js'
import type { LoginConfiguration } from './options.js'
import { networkOf } from './own-site.js'

export interface CodeAnswer {
  readonly codeId: string
  readonly nonce: string
  readonly digits: number
  readonly expiresInSeconds: number
  readonly resendAfterSeconds: number
}
/** The network address and headers of a request for a code. */
export interface Asker {
  readonly ip: string
  readonly headers: Headers
}

/** Sends codes, within limits. Whether the address is known makes no difference. */
export interface CodeRequests {
  /** @throws Refusal 422 `email`, 403 `bot`, 429 `cool_down`, 429 `rate_limited` */
  send(
    request: {
      readonly purpose: CodePurpose
      readonly address: string
      readonly newAddress?: string
      readonly binding: string
      readonly person?: string
      /** A known device of the address's person: its cool-down is its own. */
      readonly knownDevice?: string | undefined
    },
    asker: Asker,
  ): Promise<CodeAnswer>
  /** Counts an attempt to enter a code. @throws Refusal 429 */
  countAttempt(ip: string): Promise<void>
}

const hookMs = 5_000

/** @throws Refusal 422 `email` */
export function requireMailAddress(input: string): string {
  const address = readMailAddress(input)
  if (address === undefined) throw new Refusal(422, 'email', 'This is no email address.')
  return address
}

export function createCodeRequests({
  configuration: { allowCode, name: app, origin: site },
  codes,
  coolDown,
  limits,
  mails,
  log,
  now,
}: {
  readonly configuration: Pick<LoginConfiguration, 'allowCode' | 'name' | 'origin'>
  readonly codes: Codes
  readonly coolDown: CoolDown
  readonly limits: Readonly<Record<'network' | 'attempts' | 'all', RateLimit>>
  readonly mails: Mails
  readonly log: Log
  now(): number
}): CodeRequests {
  const count = async (limit: RateLimit, key: string) => {
    const seconds = await limit.take(key)
    if (seconds > 0) throw new Refusal(429, 'rate_limited', 'Too many requests.', { seconds })
  }
  const isAllowedByHost = async (address: string, asker: Asker): Promise<boolean> => {
    if (!allowCode) return true
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new DOMException('The hook took too long.', 'TimeoutError')),
        hookMs,
      )
    })
    try {
      return await Promise.race([allowCode({ address, ...asker }), late])
    } catch (error) {
      log.warn('login-allow-code', { reason: reasonOf(error) })
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async send({ purpose, address, knownDevice, ...more }, asker) {
      await count(limits.network, networkOf(asker.ip))
      if (!(await isAllowedByHost(address, asker)))
        throw new Refusal(403, 'bot', 'No code was sent. Try again later.')
      // Before the cool-down: a request that this refuses must not make its address wait.
      await count(limits.all, 'all')
      const turn = await coolDown.take(address, knownDevice)
      if (!turn.isAllowed)
        throw new Refusal(429, 'cool_down', `Please try again after ${turn.seconds} seconds`, {
          seconds: turn.seconds,
        })
      const { id, code, nonce } = await codes.issue({ purpose, address, ...more })
      const reason =
        purpose === 'login' ? 'login' : purpose === 'email-old' ? 'old address' : 'new address'
      await mails.send(
        'code',
        address,
        { app, site, code, minutes: codeSeconds / 60, reason },
        now() + codeSeconds * 1_000,
      )
      return {
        codeId: id,
        nonce,
        digits: codeDigits,
        expiresInSeconds: codeSeconds,
        resendAfterSeconds: turn.nextSeconds,
      }
    },
    countAttempt: ip => count(limits.attempts, networkOf(ip)),
  }
}
