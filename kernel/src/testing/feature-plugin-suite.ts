import { describe, it } from 'vitest'
import { checkMs } from './chain-plugin-suite.js'
import { type FeatureRig, featureChecks } from './feature-checks.js'

/** The contract that every feature plugin keeps, as tests. Every feature works on tally: that is how no chain gets into a feature. */
export function testFeaturePlugin(name: string, rig: FeatureRig): void {
  describe(`${name} keeps the contract of a feature`, () => {
    for (const check of featureChecks) it(check.name, () => check.run(rig), checkMs)
  })
}
