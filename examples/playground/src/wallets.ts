import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { world } from './world.js'

const chains = Object.fromEntries(world.chains.map(chain => [chain.id, chain.url]))
const [first, second, third] = world.keys
const only = Object.fromEntries(Object.entries(chains).slice(0, 1))

/** Two wallets as extensions would put them into the page: they announce themselves by EIP-6963 and sign for real. */
export const wallets: readonly MockEvmWallet[] =
  first && second && third
    ? [
        mockEvmWallet({ name: 'Fox Wallet', rdns: 'dev.portico.fox', accounts: [first, second], chains, remember: true }),
        mockEvmWallet({ name: 'Specter', rdns: 'dev.portico.specter', accounts: [third], chains: only, remember: true, announce: 300 }),
      ]
    : []
