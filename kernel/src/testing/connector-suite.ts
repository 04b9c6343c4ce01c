import { describe, it } from 'vitest'
import type { NetworkId } from '../contracts/index.js'
import type { Plugin } from '../plugin.js'
import { type ChainRig, chainChecks, type WalletRig } from './chain-checks.js'

/** What a plugin owes that brings connectors for a chain of somebody else's. */
export interface ConnectorRig {
  /** The chain and the connector's own plugin. */
  plugin(): Plugin
  readonly namespace: string
  readonly network: NetworkId
  readonly wallet: WalletRig
}
const part = /^(lists|connects|gives up|reports another|says when|restores|lets go|disconnects)/

/** The part of the chains' contract that is about getting in and out. */
export function testConnector(name: string, rig: () => ConnectorRig | Promise<ConnectorRig>): void {
  describe(`${name} keeps the contract of a connector`, () => {
    for (const { name: title, run } of chainChecks.filter(check => part.test(check.name))) {
      it(title, async context => {
        const one: ChainRig = { ...(await rig()), addresses: { good: [], bad: [] } }
        try {
          if ((await run(one)) === 'unsupported') context.skip('not offered')
        } finally {
          await one.wallet?.dispose?.()
        }
      })
    }
  })
}
