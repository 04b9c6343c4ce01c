import * as v from 'valibot'
import { defineJob } from '../../jobs/job.js'
import { missingEvmChain } from '../evm-chains.js'
import { defineModule } from '../module.js'
import { options } from './options.js'
import { createPriceHistory } from './price-history.js'
import { priceRoutes } from './price-routes.js'
import { createPrices, pricesService } from './prices.js'
import { migrations, type PriceTables } from './tables.js'

/** Prices that the configuration names, now and in the past. */
export const prices = defineModule({
  name: 'prices',
  options,
  migrations,
  check: ({ prices }, chains) =>
    missingEvmChain(
      prices.flatMap(({ from }) => ('feed' in from ? [from.chain] : [])),
      chains,
    ),
  setup({ database, options, chains, provide }) {
    const found = createPrices(options.prices, chains.rpc)
    const history = createPriceHistory(database<PriceTables>(), found, options)
    provide(pricesService, found)
    const run = (work: () => Promise<void>) => ({
      payload: v.object({}),
      timeoutSeconds: 120,
      run: work,
    })
    return {
      routes: priceRoutes({ chains, prices: found, history }),
      jobs: [
        defineJob({
          ...run(history.sample),
          name: 'price-sample',
          everySeconds: options.priceHistory.everySeconds,
        }),
        defineJob({ ...run(history.forget), name: 'price-forget', everySeconds: 600 }),
      ],
    }
  },
})
