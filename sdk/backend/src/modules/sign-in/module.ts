import * as v from 'valibot'
import { defineJob } from '../../jobs/job.js'
import { defineModule } from '../module.js'
import { options } from './options.js'
import { createSignIn } from './sign-in.js'
import { signInRoutes } from './sign-in-routes.js'
import { createSignInStore } from './sign-in-store.js'
import { migrations, type SignInTables } from './tables.js'

/** Signs browsers in by a message that an account signs. Off without `signIn`. */
export const signIn = defineModule({
  name: 'sign-in',
  options,
  migrations,
  setup({ database, options: { signIn }, chains, accounts, log }) {
    if (!signIn) return {}
    const store = createSignInStore(database<SignInTables>())
    return {
      routes: signInRoutes(createSignIn(signIn, store, chains, log, accounts)),
      jobs: [
        defineJob({
          name: 'sign-in-forget',
          payload: v.object({}),
          everySeconds: 600,
          timeoutSeconds: 120,
          run: () => store.forget(),
        }),
      ],
    }
  },
})
