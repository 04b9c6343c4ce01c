import * as v from 'valibot'
import { count, text } from '../../option-schemas.js'
import type { Templates } from './mail-texts.js'

const seconds = v.pipe(count, v.minValue(1))
const rate = v.strictObject({
  burst: v.pipe(count, v.minValue(1)),
  perSecond: v.pipe(v.number(), v.minValue(0.0001)),
})

/** An origin as browsers write it: https, or http on a name of this machine. */
const frameOrigin = v.pipe(
  v.string(),
  v.check(
    input =>
      URL.canParse(input) &&
      new URL(input).origin === input &&
      /^(https:\/\/|http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1)(:\d+)?$)/.test(input),
    'is no origin such as https://wallet.example, or http://wallet.app.localhost:5173',
  ),
)
const secretKey = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,32}$/, 'has letters, digits and hyphens')),
  /** 32 random bytes in base64: `openssl rand -base64 32`. */
  secret: v.pipe(
    v.string(),
    v.regex(/^[-_+/A-Za-z0-9]{43}=?$/, 'is no 32 bytes in base64 (openssl rand -base64 32)'),
  ),
})

/** Decides whether a code is sent. Refuses when it takes more than five seconds or throws. */
export type AllowCode = (request: {
  readonly address: string
  readonly ip: string
  readonly headers: Headers
}) => boolean | Promise<boolean>

export const options = {
  /** The server of the embedded wallet, at `/login`. Without it there are no such routes. */
  login: v.optional(
    v.strictObject({
      /** The origin of the frame. Passkeys belong to its host. */
      origin: frameOrigin,
      /** What mails call your app. */
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(60), v.regex(/^[^\p{Cc}]*$/u)),
      /** The first one encrypts; the others only decrypt, until everything is encrypted anew. */
      keys: v.pipe(
        v.array(secretKey),
        v.minLength(1),
        v.check(
          keys => new Set(keys.map(({ id }) => id)).size === keys.length,
          'has two keys with one id',
        ),
      ),
      mail: v.strictObject({
        /** `smtp://user:password@host:587` with STARTTLS (but on localhost), or `smtps://…`. */
        smtp: v.pipe(
          v.string(),
          v.check(
            input => /^smtps?:\/\/.+/.test(input) && URL.canParse(input),
            'is no smtp:// or smtps:// address',
          ),
        ),
        /** `Name <login@example.com>` */
        from: text,
        /** Texts of your own, by kind of mail. */
        templates: v.optional(
          v.custom<Templates>(input => typeof input === 'object' && input !== null),
          {},
        ),
      }),
      /** Protects against bots before a code is sent. */
      allowCode: v.optional(v.custom<AllowCode>(input => typeof input === 'function')),
      limits: v.optional(
        v.strictObject({
          /** Codes for each /24 network of IPv4 and /48 of IPv6. */
          network: v.optional(rate, { burst: 60, perSecond: 1 / 60 }),
          /** Attempts to enter a code, by network. */
          attempts: v.optional(rate, { burst: 120, perSecond: 0.2 }),
          /** Codes for everyone together. */
          all: v.optional(rate, { burst: 2_000, perSecond: 5 }),
          /** Codes for one address in 24 hours. */
          addressPerDay: v.optional(v.pipe(count, v.minValue(1)), 20),
          /** Releases of shares and recovery data an hour: by person, and by new device. */
          releasesPerHour: v.optional(v.pipe(count, v.minValue(1)), 10),
        }),
        {},
      ),
      session: v.optional(
        v.strictObject({
          /** Ends after so long without a request … */
          idleSeconds: v.optional(seconds, 7 * 86_400),
          /** … and after so long in any case. */
          longestSeconds: v.optional(seconds, 30 * 86_400),
          /** How long after a login shares are released and settings change. */
          recentSeconds: v.optional(seconds, 300),
        }),
        {},
      ),
      /** How long a new device waits before it may export the words. */
      exportAfterSeconds: v.optional(count, 86_400),
      /** Tokens by which a server of yours knows who is logged in. */
      tokens: v.optional(
        v.strictObject({
          /** The servers that tokens are for, such as `https://api.example`. */
          audiences: v.pipe(v.array(text), v.minLength(1)),
          seconds: v.optional(v.pipe(seconds, v.maxValue(3_600)), 300),
          withEmail: v.optional(v.boolean(), false),
          rotateDays: v.optional(v.pipe(count, v.minValue(1)), 30),
        }),
      ),
    }),
  ),
}
export type LoginConfiguration = NonNullable<v.InferOutput<typeof options.login>>
