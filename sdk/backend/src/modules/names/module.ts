import { missingEvmChain } from '../evm-chains.js'
import { defineModule } from '../module.js'
import { nameRoutes } from './name-routes.js'
import { createNames } from './names.js'
import { options } from './options.js'

/** Names of accounts, read from a chain. Without `names` there are none. */
export const names = defineModule({
  name: 'names',
  options,
  check: ({ names }, chains) => missingEvmChain(names ? [names.chain] : [], chains),
  setup: ({ options: { names }, chains }) => ({
    routes: nameRoutes(createNames(names, names && chains.rpc(names.chain)), chains),
  }),
})
