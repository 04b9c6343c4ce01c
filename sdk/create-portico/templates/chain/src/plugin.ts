import { definePlugin, type Plugin } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { connectorsSlot, discoveriesSlot } from '@portico/kernel/connector-kit'
import { offerCapabilities } from './capabilities.js'
import { createConnector } from './connector.js'
import { namespace, networks } from './networks.js'
import type { MyChainOptions } from './options.js'
import type { MyChainProvider } from './provider.js'

const findInPage = () => (globalThis as { readonly myChain?: MyChainProvider }).myChain

/** Adds My Chain: its networks, its wallet, and what features can do with it. */
export const myChain = (options: MyChainOptions): Plugin =>
  definePlugin({
    id: 'chain/my-chain',
    setup(context) {
      context.contribute(chainsSlot, { id: namespace, name: 'My Chain', networks })
      offerCapabilities(context, options)
      context.contribute(discoveriesSlot, {
        id: namespace,
        // Called once, before the first list of wallets or the first reconnect.
        async start() {
          const provider = (options.find ?? findInPage)()
          if (provider) context.contribute(connectorsSlot, createConnector(provider, context))
        },
      })
    },
  })
