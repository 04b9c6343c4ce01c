import { base, type EvmNetwork, eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { world } from './world.js'

/** The real networks, asked at the devnet's endpoints instead of the public ones. */
const atHome = (network: EvmNetwork): EvmNetwork => {
  const chain = world.chains.find(({ id }) => String(id) === network.id)
  return chain ? { ...network, rpcUrls: [chain.url] } : network
}

export const portico = createPortico({ plugins: [eip155({ networks: [atHome(mainnet), atHome(base)] })] })
