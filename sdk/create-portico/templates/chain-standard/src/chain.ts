import type { Addresses, Balances, Messages, Networks } from '@portico/kernel/capabilities'
import { AddressError, type ChainContext, ChainError } from '@portico/kernel/chain'
import {
  createStandardConnector,
  readProperty,
  walletStandardConnectors,
} from '@portico/kernel/connector-kit'
import { runWalletRequest } from '@portico/kernel/wallet'
import { isAddress } from './addresses.js'
import { namespace, networks } from './networks.js'
import type { MyChainOptions } from './options.js'
import { sessionOf, standard } from './sessions.js'

/** What the plugin offers. It loads with the first click. */
export function createChain(context: ChainContext, { balanceOf }: MyChainOptions) {
  return {
    wallets: {
      // Called once, before the first list of wallets or the first reconnect.
      start: () =>
        walletStandardConnectors(context, {
          namespace,
          open: async wallet => createStandardConnector(wallet, standard, context),
        }),
    },
    addresses: {
      async parse(text) {
        if (!isAddress(text)) throw new AddressError('ADDRESS_MALFORMED')
        return { address: text, kind: 'account' }
      },
    } satisfies Partial<Addresses>,
    networks: {
      switch: async (via, to) => sessionOf(via).switchTo(to),
    } satisfies Partial<Networks>,
    messages: {
      async sign(via, from, text, signal) {
        const session = sessionOf(via)
        const input = {
          account: session.account(from.address).source,
          message: new TextEncoder().encode(text),
          chain: session.chainOf(via.network),
        }
        const answer = await runWalletRequest(() =>
          session.request('my-chain:signMessage', input, signal),
        )
        const signature = readProperty(answer, 'signature')
        if (typeof signature !== 'string') throw new ChainError('WALLET_ANSWER')
        return { signature, scheme: 'my-chain' }
      },
      async verify(from, text, { signature }) {
        const code = await import('./verify.js')
        return code.verify(from.address, text, signature)
      },
    } satisfies Messages,
    balances: {
      async native(account, at, signal) {
        const { nativeCurrency } = networks.find(one => one.caipNetworkId === at) ?? networks[0]
        return {
          token: { asset: 'native', network: at, ...nativeCurrency },
          amount: await balanceOf(account.address, signal),
        }
      },
    } satisfies Balances,
  }
}
