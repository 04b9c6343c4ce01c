import { describe } from 'vitest'
import type { NetworkId } from '../contracts/index.js'
import type { Plugin } from '../plugin.js'
import { runChecks } from './chain-plugin-suite.js'
import type { ChainRig, WalletRig } from './chain-rig.js'
import { arrivalChecks, leavingChecks } from './connector-checks.js'

/** What a plugin owes that brings connectors for a chain of somebody else's. */
export interface ConnectorRig {
  /** The chain and the connector's own plugin. */
  plugin(): Plugin
  readonly namespace: string
  readonly network: NetworkId
  readonly wallet: WalletRig
}

/** The part of the chains' contract that is about getting in and out. */
export function testConnector(name: string, rig: () => ConnectorRig | Promise<ConnectorRig>): void {
  describe(`${name} keeps the contract of a connector`, () =>
    runChecks([...arrivalChecks, ...leavingChecks], async (): Promise<ChainRig> => ({ ...(await rig()), addresses: { good: [], bad: [] } })))
}
