import * as v from 'valibot'
import { defineJob } from '../../jobs/job.js'
import { defineModule } from '../module.js'
import { accountRoutes } from './account-routes.js'
import { forgetLogins } from './forget-logins.js'
import { createLoginRoute } from './login-route.js'
import { createLoginServer } from './login-server.js'
import { options } from './options.js'
import { passkeyRoutes } from './passkey-routes.js'
import { sessionRoutes } from './session-routes.js'
import { migrations } from './tables.js'
import { walletRoutes } from './wallet-routes.js'
import { rewrapShares } from './wallets.js'

/** The server of the embedded wallet: login by mail, shares, recovery data. Off without `login`. */
export const login = defineModule({
  name: 'login',
  options,
  migrations,
  setup(base) {
    const { login: configuration } = base.options
    if (!configuration) return {}
    const server = createLoginServer(configuration, base)
    const route = createLoginRoute(server.callers, configuration.origin)
    return {
      routes: [
        ...sessionRoutes(server, route),
        ...passkeyRoutes(server, route),
        ...walletRoutes(server, route),
        ...accountRoutes(server, route),
      ],
      jobs: [
        server.mails.job,
        defineJob({
          name: 'login-forget',
          payload: v.object({}),
          everySeconds: 600,
          timeoutSeconds: 120,
          run: () => forgetLogins(server.database, server.now()),
        }),
        defineJob({
          name: 'login-rotate',
          payload: v.object({}),
          everySeconds: 3_600,
          timeoutSeconds: 600,
          async run() {
            const { done, failed } = await rewrapShares(server.database, server.keys)
            if (done > 0) base.log.info('login-shares-rewrapped', { count: done })
            if (failed > 0) base.log.warn('login-shares-sealed', { count: failed })
          },
        }),
        defineJob({
          name: 'login-signing-keys',
          payload: v.object({}),
          everySeconds: 3_600,
          timeoutSeconds: 60,
          run: async () => server.tokens?.rotate(),
        }),
      ],
    }
  },
})
