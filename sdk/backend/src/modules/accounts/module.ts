import type { Tables } from '../../store/schema.js'
import { defineModule } from '../module.js'
import { pricesService } from '../prices/prices.js'
import { accountRoutes } from './account-routes.js'
import { createBalanceBoard } from './balances.js'

/** Balances and history of accounts. */
export const accounts = defineModule({
  name: 'accounts',
  setup({ database, chains, accounts, cache, use }) {
    const prices = use(pricesService) ?? { of: async () => undefined }
    const balances = createBalanceBoard(database<Tables>(), prices, cache)
    return { routes: accountRoutes({ chains, accounts, database: database<Tables>(), balances }) }
  },
})
