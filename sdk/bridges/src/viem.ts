/** What a wallet client of viem is made of. */
import { networkOf } from '@portico/kernel/chain'
import { type Eip1193Provider, eip1193Provider } from './eip1193.js'
import { chainNotListed } from './errors.js'
import { addressesOf, checkPortico, connectedWallet, type PorticoSession } from './session.js'

/** A chain as viem describes it. */
export interface ViemWalletChain {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
}

export interface ViemWallet {
  readonly account: `0x${string}`
  readonly chain: ViemWalletChain
  /** For `custom(provider)` of viem. */
  readonly provider: Eip1193Provider
}

/**
 * Returns the connected account, its network and a provider:
 * `createWalletClient({ account, chain, transport: custom(provider) })`. The client is one of this
 * account on this network: make another after a switch. Throws BRIDGE_NOT_CONNECTED without a
 * wallet, and BRIDGE_CHAIN_NOT_LISTED while the wallet is on a network that the app does not list.
 */
export function viemWallet(portico: PorticoSession): ViemWallet {
  checkPortico(portico)
  const { state, via } = connectedWallet(portico, 'eip155')
  const network = networkOf(portico.kernel, via.network)
  if (!network) throw chainNotListed(via.network, 4901)
  const { id, name, nativeCurrency, rpcUrls } = network
  return {
    account: addressesOf(state)[0] as `0x${string}`,
    chain: { id: Number(id), name, nativeCurrency, rpcUrls: { default: { http: rpcUrls } } },
    provider: eip1193Provider(portico),
  }
}
