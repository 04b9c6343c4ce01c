import type { Addresses, Balances, Messages, Networks } from '@portico/kernel/capabilities'
import { AddressError, type ChainContext, ChainError } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { runWalletRequest } from '@portico/kernel/wallet'
import { isAddress } from './addresses.js'
import { createConnector } from './connector.js'
import { networks } from './networks.js'
import type { MyChainOptions } from './options.js'
import type { MyChainProvider } from './provider.js'
import { createRemoteSessions } from './remote-sessions.js'
import { handleOf } from './wallet-state.js'

const findInPage = () => (globalThis as { readonly myChain?: MyChainProvider }).myChain

/** What the plugin offers. It loads with the first click. */
export function createChain(
  context: ChainContext,
  { balanceOf, find = findInPage }: MyChainOptions,
) {
  return {
    wallets: {
      // Called once, before the first list of wallets or the first reconnect.
      async start() {
        const provider = find()
        if (provider) context.contribute(connectorsSlot, createConnector(provider, context))
      },
    },
    addresses: {
      async parse(text) {
        if (!isAddress(text)) throw new AddressError('ADDRESS_MALFORMED')
        return { address: text, kind: 'account' }
      },
    } satisfies Partial<Addresses>,
    networks: {
      switch: (via, to, signal) => runWalletRequest(() => handleOf(via).switchTo(to, signal)),
    } satisfies Partial<Networks>,
    messages: {
      async sign(via, from, text, signal) {
        const signature = await runWalletRequest(() =>
          handleOf(via).ask('my_chain_sign', { address: from.address, text }, signal),
        )
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
    remoteSessions: createRemoteSessions(context),
  }
}
