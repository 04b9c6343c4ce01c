import { definePlugin, type Plugin } from '@portico/kernel'
import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { connectorsSlot, discoveriesSlot } from '@portico/kernel/connector-kit'
import { createConnector } from './connector.js'
import type { MyWalletTransport } from './transport.js'

export interface MyWalletOptions {
  /** The namespaces that the wallet serves (CAIP-2), such as `eip155`. */
  readonly chains: readonly string[]
  /** Reaches the wallet. Undefined: the wallet is not there, and is not listed. */
  find(): MyWalletTransport | undefined
}

/** Adds My Wallet to the chains that the app has and the wallet serves. */
export const myWallet = ({ chains, find }: MyWalletOptions): Plugin =>
  definePlugin({
    id: 'connector/my-wallet',
    setup(context) {
      context.contribute(discoveriesSlot, {
        id: 'my-wallet',
        // Called once, before the first list of wallets or the first reconnect.
        async start() {
          const transport = find()
          if (!transport) return
          for (const chain of chains) {
            const sessions = context.capability(remoteSessionsCapability, chain)
            if (sessions)
              context.contribute(
                connectorsSlot,
                createConnector(transport, chain, sessions, context),
              )
          }
        },
      })
    },
  })
