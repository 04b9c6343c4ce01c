import { type Network, networkId } from '@portico/kernel/chain'

/** The namespace of the chain (CAIP-2). */
export const namespace = 'my-chain'

/** `walletChain`: what wallets of the Wallet Standard call it. */
type MyChainNetwork = Network & { readonly walletChain: string }
const network = (reference: string, name: string): MyChainNetwork => ({
  id: reference,
  namespace,
  caipNetworkId: networkId(namespace, reference),
  walletChain: `my-chain:${reference}`,
  name,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 0 },
  rpcUrls: [],
})

/** The first one is where the app begins. */
export const networks = [network('main', 'My Chain'), network('test', 'My Chain Test')] as const
