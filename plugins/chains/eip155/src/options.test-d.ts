import type { Plugin } from '@portico/kernel'
import { defineEvmNetwork, eip155, mainnet } from './index.js'

declare const isLocal: boolean
const local = defineEvmNetwork({ chainId: 31_337, name: 'Local', rpcUrls: [] })
const networks = isLocal ? [local] : [mainnet, local]

export const good: readonly Plugin[] = [
  eip155(),
  eip155({
    networks: [mainnet, defineEvmNetwork({ chainId: 5, name: 'Five', rpcUrls: [] })],
    rpcTimeoutMs: 5_000,
  }),
  // Networks chosen at run time, such as by environment. An empty list is reported when the plugin
  // is created (BAD_NETWORKS).
  eip155({ networks }),
]

export const bad: readonly Plugin[] = [
  // @ts-expect-error a network is made by defineEvmNetwork
  eip155({ networks: [{ chainId: 1 }] }),
  // @ts-expect-error no such option
  eip155({ projectId: 'x' }),
]
