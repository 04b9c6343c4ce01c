import { type Network, networkId } from '@portico/kernel/chain'

/** The namespace of the chain (CAIP-2). */
export const namespace = 'my-chain'

const network = (reference: string, name: string): Network => ({
  id: reference,
  namespace,
  caipNetworkId: networkId(namespace, reference),
  name,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 0 },
  rpcUrls: [],
})

/** The first one is where the app begins. */
export const networks = [network('main', 'My Chain'), network('test', 'My Chain Test')] as const
