import { describe } from 'vitest'
import type { NetworkId } from '../contracts/chain/index.js'
import type { Plugin } from '../plugin.js'
import { runChecks } from './chain-plugin-suite.js'
import type { ChainRig, WalletRig } from './chain-rig.js'
import { arrivalChecks, leavingChecks } from './connector-checks.js'

/** The contract of a plugin that brings connectors for another plugin's chain. */
export interface ConnectorRig {
  /** The chain and the connector's own plugin. */
  plugin(): Plugin
  readonly namespace: string
  readonly network: NetworkId
  readonly wallet: WalletRig
}

/** Runs the part of the chain contract about connecting and disconnecting. */
export function testConnector(name: string, rig: () => ConnectorRig | Promise<ConnectorRig>): void {
  describe(`${name} keeps the contract of a connector`, () =>
    runChecks(
      name,
      [...arrivalChecks, ...leavingChecks],
      async (): Promise<ChainRig> => ({ ...(await rig()), addresses: { good: [], bad: [] } }),
    ))
}
