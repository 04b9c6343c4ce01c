export * from './chain-checks.js'
export { testChainPlugin } from './chain-plugin-suite.js'
export * from './chain-rig.js'
export * from './connection-of.js'
export * from './connector-suite.js'
export * from './create-test-kernel.js'
export * from './feature-checks.js'
export * from './feature-plugin-suite.js'
export * from './scripted-object-wallet.js'
export * from './scripted-standard-wallet.js'
export type { ScriptedAccount, ScriptedNetwork, ScriptedVariant } from './scripted-variant.js'
export * from './storage-checks.js'
export * from './storage-driver-suite.js'
export * from './tally-chain.js'
export {
  type TallyEntry,
  type TallyMisdeed,
  type TallyPolicy,
  type TallyRequest,
  type TallyWallet,
  type TallyWalletOptions,
  tallyWallet,
} from './tally-wallet.js'
export * from './test-base.js'
