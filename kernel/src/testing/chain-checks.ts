/**
 * The contract of a chain plugin, one check each. They run in a suite, in the conformance table,
 * and against plugins broken on purpose.
 */
import { accountChecks } from './account-checks.js'
import type { ChainCheck } from './chain-rig.js'
import { arrivalChecks, leavingChecks } from './connector-checks.js'
import { holdingChecks } from './holding-checks.js'
import { messageChecks } from './message-checks.js'
import { nameChecks } from './name-checks.js'
import { outcomeChecks } from './outcome-checks.js'
import { pluginChecks } from './plugin-checks.js'
import { remoteChecks } from './remote-checks.js'
import { replacementChecks } from './replacement-checks.js'
import { transferChecks } from './transfer-checks.js'

/** In the order in which a person meets them. */
export const chainChecks: readonly ChainCheck[] = [
  ...pluginChecks,
  ...nameChecks,
  ...remoteChecks,
  ...arrivalChecks,
  ...accountChecks,
  ...messageChecks,
  ...holdingChecks,
  ...transferChecks,
  ...outcomeChecks,
  ...replacementChecks,
  ...leavingChecks,
]
