import * as v from 'valibot'
import { count } from '../../option-schemas.js'

/** As it stands in the address of its pages; with `:*` any port. */
const siteName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9.-]{1,253}(:(\d{1,5}|\*))?$/,
    'is no host such as app.example, localhost:5173 or localhost:*',
  ),
)

export const options = {
  /** Lets pages of these sites sign in with an account, at `/auth`. Without it they cannot. */
  signIn: v.optional(
    v.strictObject({
      domains: v.pipe(v.array(siteName), v.minLength(1)),
      /** Only accounts of these networks (CAIP-2). */
      networks: v.optional(
        v.pipe(
          v.array(
            v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'is no CAIP-2 id')),
          ),
          v.minLength(1),
        ),
      ),
      /** A session lasts so long at most; a message may say less. */
      keepDays: v.optional(v.pipe(count, v.minValue(1), v.maxValue(365)), 7),
      /**
       * Whether the cookie is for https alone. On `http://localhost` Chromium and Firefox accept
       * such a cookie, Safari does not.
       */
      secure: v.optional(v.boolean(), true),
    }),
  ),
}
export type SignInConfiguration = NonNullable<v.InferOutput<typeof options.signIn>>
