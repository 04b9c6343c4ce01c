import { defineModule } from '../module.js'
import { directoryRoutes } from './directory-routes.js'
import { openWalletDirectory } from './wallets.js'

/** The wallet directory. */
export const directory = defineModule({
  name: 'directory',
  setup: ({ options }) => ({ routes: directoryRoutes(openWalletDirectory(), options.origins) }),
})
