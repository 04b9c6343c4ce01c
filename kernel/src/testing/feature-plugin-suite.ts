import { describe, it } from 'vitest'
import { checkMs } from './chain-plugin-suite.js'
import { type FeatureRig, featureChecks } from './feature-checks.js'

/**
 * Runs the contract of all feature plugins as tests. Every feature works on tally, so that no
 * feature depends on a real chain.
 */
export function testFeaturePlugin(name: string, rig: FeatureRig): void {
  describe(`${name} keeps the contract of a feature`, () => {
    for (const check of featureChecks) it(check.name, () => check.run(rig), checkMs)
  })
}
