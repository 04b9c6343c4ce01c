import { expectTypeOf, it } from 'vitest'
import type { WalletConnectModule, WalletConnectOptions } from './options.js'

it('[D50b] the option `load` accepts the library as a host imports it', () => {
  expectTypeOf(() => import('@walletconnect/universal-provider')).toExtend<
    () => Promise<WalletConnectModule>
  >()
  expectTypeOf<WalletConnectOptions['load']>().not.toExtend<() => Promise<string>>()
})
