import { type Network, networkId } from '@portico/kernel/chain'

export const namespace = 'sui'

/** `chainId`: as its nodes answer `sui_getChainIdentifier`. `walletChain`: as wallets call it. */
export type SuiNetwork = Network & { readonly chainId: string; readonly walletChain: string }
export const coin = { name: 'Sui', symbol: 'SUI', decimals: 9 }
/** A network by the name that wallets give it, without `sui:`. */
export const suiNetwork = (id: string, chainId: string, rpcUrl: string): SuiNetwork => ({
  ...{ id, namespace, caipNetworkId: networkId(namespace, id), walletChain: `sui:${id}` },
  ...{ chainId, name: `Sui ${id}`, nativeCurrency: coin, rpcUrls: [rpcUrl] },
})
export const mainnet = suiNetwork('mainnet', '35834a8a', 'https://fullnode.mainnet.sui.io')
