import type { Addresses, Balances, Messages, Networks } from '@portico/kernel/capabilities'
import { AddressError, type ChainContext, ChainError } from '@portico/kernel/chain'
import {
  type Connection,
  createStandardConnector,
  type StandardChain,
  type StandardSession,
  walletStandardConnectors,
} from '@portico/kernel/connector-kit'
import { runWalletRequest } from '@portico/kernel/wallet'
import { coin, namespace, type SuiNetwork } from './networks.js'
import { balanceOf, createNodes } from './node.js'

const isAddress = (text: string) => /^0x[\da-f]{64}$/.test(text)
const sessionOf = (via: Connection) => via.handle as StandardSession

/** What the plugin offers without the SDK of Sui. It loads with the first click. */
export function createChain(
  context: ChainContext,
  networks: readonly [SuiNetwork, ...SuiNetwork[]],
) {
  const nodes = createNodes(networks)
  const standard: StandardChain = {
    networks,
    account({ address, label }) {
      if (!isAddress(address)) throw new ChainError('WALLET_ANSWER')
      return { namespace, address, type: 'eoa', ...(label && { label }) }
    },
    handle: session => session,
  }
  return {
    wallets: {
      start: () =>
        walletStandardConnectors(context, {
          namespace,
          open: async wallet => createStandardConnector(wallet, standard, context),
        }),
    },
    addresses: {
      async parse(text) {
        if (text.startsWith('suiprivkey1')) throw new AddressError('ADDRESS_IS_SECRET')
        const address = text.toLowerCase()
        if (!isAddress(address)) throw new AddressError('ADDRESS_MALFORMED')
        return { address, kind: 'account' }
      },
    } satisfies Partial<Addresses>,
    networks: {
      switch: async (via, network) => sessionOf(via).switchTo(network),
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
          session.request('sui:signPersonalMessage', input, signal),
        )
        const { signature } = Object(answer) as { readonly signature?: unknown }
        if (typeof signature !== 'string') throw new ChainError('WALLET_ANSWER')
        return { signature, scheme: 'sui' }
      },
      async verify(from, text, { signature }) {
        const code = await import('./verify.js')
        return code.verify(from.address, text, signature)
      },
    } satisfies Messages,
    balances: {
      async native(account, network, signal) {
        const amount = await balanceOf(nodes(network), account.address, signal)
        return { token: { asset: 'native', network, ...coin }, amount }
      },
    } satisfies Balances,
  }
}
