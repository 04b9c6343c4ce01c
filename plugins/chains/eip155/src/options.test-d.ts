import type { Plugin } from '@portico/kernel'
import { defineEvmNetwork, eip155, mainnet } from './index.js'

export const good: readonly Plugin[] = [
  eip155(),
  eip155({ networks: [mainnet, defineEvmNetwork({ chainId: 5, name: 'Five', rpcUrls: [] })], rpcTimeoutMs: 5_000 }),
]

export const bad: readonly Plugin[] = [
  // @ts-expect-error a chain without networks is none
  eip155({ networks: [] }),
  // @ts-expect-error a network is made by defineEvmNetwork
  eip155({ networks: [{ chainId: 1 }] }),
  // @ts-expect-error no such option
  eip155({ projectId: 'x' }),
]
