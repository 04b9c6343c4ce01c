import { defineModule } from '../module.js'
import { convertRoutes } from './convert-routes.js'

/** Swaps by Uniswap v3 on the chain itself. */
export const convert = defineModule({
  name: 'convert',
  setup: ({ chains }) => ({ routes: convertRoutes(chains) }),
})
