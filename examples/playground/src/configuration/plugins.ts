import type { Network } from '@portico/kernel/chain'
import { analytics } from '@portico/plugin-analytics'
import { backend } from '@portico/plugin-api'
import { balances } from '@portico/plugin-balances'
import {
  bip122,
  bitcoin,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
} from '@portico/plugin-bip122'
import { type ConnectGateOptions, connectGate } from '@portico/plugin-connection'
import { directory } from '@portico/plugin-directory'
import {
  arbitrum,
  base,
  type EvmNetwork,
  eip155,
  mainnet,
  optimism,
  polygon,
  sepolia,
} from '@portico/plugin-eip155'
import { embedded } from '@portico/plugin-embedded'
import { history } from '@portico/plugin-history'
import { nfts } from '@portico/plugin-nfts'
import { defineSubstrateNetwork, kusama, polkadot, polkadotRelay } from '@portico/plugin-polkadot'
import { receive } from '@portico/plugin-receive'
import { safe } from '@portico/plugin-safe'
import { send } from '@portico/plugin-send'
import { siwx } from '@portico/plugin-siwx'
import {
  defineSolanaNetwork,
  solana,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
} from '@portico/plugin-solana'
import { swap } from '@portico/plugin-swap'
import { evmQuotes } from '@portico/plugin-swap/evm'
import { transactions } from '@portico/plugin-transactions'
import { walletconnect } from '@portico/plugin-walletconnect'
import type { Plugin } from '@portico/sdk'
import { world } from '../world.js'

/** A plugin that can be chosen. */
export interface PluginLine {
  /** Also the name of its function in the package, and its key in the address of this page. */
  readonly id: string
  readonly name: string
  readonly from: `@portico/plugin-${string}`
  /** Its networks by the names under which the package exports them. Empty for a feature. */
  readonly networks: Readonly<Record<string, Network>>
  /** The options of a feature in the code of a host. */
  readonly options?: Readonly<Record<string, string | boolean>>
  /**
   * What is chosen at first, so that there is something to see of every part; undefined: left out.
   */
  readonly chosen?: readonly string[]
  /** Made of at least one of the names in `networks`; of none for a feature. */
  make(names: readonly string[]): Plugin
}

/**
 * The real networks, with the devnet's endpoints instead of the public ones where it has them.
 */
const atHome = (network: EvmNetwork): EvmNetwork => {
  const chain = world.chains.find(({ id }) => String(id) === network.id)
  return chain ? { ...network, rpcUrls: [chain.url] } : network
}

/**
 * Replaces the endpoint and the name of the network that the local ledger of a namespace imitates;
 * the others stay as they are.
 */
function withLedger<Net extends Network>(
  [first, ...rest]: readonly [Net, ...Net[]],
  played: Net,
  local = played,
): [Net, ...Net[]] {
  const url = world.ledgers[played.namespace]?.http
  const home = (network: Net): Net =>
    url && network.id === played.id ? { ...local, rpcUrls: [url] } : network
  return [home(first), ...rest.map(home)]
}

// These ledgers cannot pretend to be a chain with another first block, as those of EVM chains can:
// what is signed is over it.
const localCluster = defineSolanaNetwork({
  genesisHash: world.genesis.solana ?? '',
  name: 'Solana Devnet',
  rpcUrls: [],
  testnet: true,
})
const localRelay = defineSubstrateNetwork({
  genesisHash: world.genesis.polkadot ?? '0x',
  name: 'Polkadot',
  nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
  ss58Prefix: 42,
  // Its runtime checks no hash of the metadata.
  transferIndexes: { balances: 10, transferKeepAlive: 3, transferAllowDeath: 0 },
  rpcUrls: [],
  testnet: true,
})

const legal = {
  legalCheckbox: true,
  termsConditionsUrl: 'https://app.example/terms',
  privacyPolicyUrl: 'https://app.example/privacy',
} as const satisfies ConnectGateOptions

interface ChainLine<Net extends Network> extends Omit<PluginLine, 'make'> {
  readonly networks: Readonly<Record<string, Net>>
  make(networks: readonly [Net, ...Net[]]): Plugin
}
const chain = <Net extends Network>({ make, ...line }: ChainLine<Net>): PluginLine => ({
  ...line,
  make(names) {
    const [first, ...rest] = names.flatMap(name => line.networks[name] ?? [])
    if (!first) throw new RangeError(`${line.id} was chosen without a network.`)
    return make([first, ...rest])
  },
})

const exampleFrame = 'https://wallet.example.com/frame.html'
/** On `npm start`, where page and frame have hosts of one site. */
const localFrame =
  world.inbox && globalThis.location?.hostname === 'app.portico.localhost'
    ? `http://wallet.portico.localhost:${location.port}/frame.html`
    : undefined

const signIn = { statement: 'Read your notes.' }

/**
 * Every plugin that the page can include, in the order in which they are offered. A new one adds
 * its line.
 */
export const pluginLines: readonly PluginLine[] = [
  chain({
    id: 'eip155',
    name: 'Ethereum and other EVM chains',
    from: '@portico/plugin-eip155',
    networks: { mainnet, base, optimism, arbitrum, polygon, sepolia },
    chosen: ['mainnet', 'base'],
    make: ([first, ...rest]) => eip155({ networks: [atHome(first), ...rest.map(atHome)] }),
  }),
  chain({
    id: 'solana',
    name: 'Solana',
    from: '@portico/plugin-solana',
    networks: { solanaDevnet, solanaMainnet, solanaTestnet },
    chosen: ['solanaDevnet'],
    make: networks => solana({ networks: withLedger(networks, solanaDevnet, localCluster) }),
  }),
  chain({
    id: 'bip122',
    name: 'Bitcoin',
    from: '@portico/plugin-bip122',
    networks: { bitcoinRegtest, bitcoin, bitcoinTestnet, bitcoinSignet },
    chosen: ['bitcoinRegtest'],
    make: networks => bip122({ networks: withLedger(networks, bitcoinRegtest) }),
  }),
  chain({
    id: 'polkadot',
    name: 'Polkadot',
    from: '@portico/plugin-polkadot',
    networks: { polkadotRelay, kusama },
    chosen: ['polkadotRelay'],
    make: networks => polkadot({ networks: withLedger(networks, polkadotRelay, localRelay) }),
  }),
  {
    id: 'backend',
    name: 'Your own backend',
    from: '@portico/plugin-api',
    networks: {},
    options: { url: 'https://backend.example' },
    ...(world.backend && { chosen: [] }),
    make: () => backend({ url: world.backend ?? 'https://backend.example' }),
  },
  {
    id: 'balances',
    name: 'Tokens and balances',
    from: '@portico/plugin-balances',
    networks: {},
    chosen: [],
    make: () => balances(),
  },
  {
    id: 'history',
    name: 'Activity',
    from: '@portico/plugin-history',
    networks: {},
    chosen: [],
    make: () => history(),
  },
  {
    id: 'nfts',
    name: 'NFTs',
    from: '@portico/plugin-nfts',
    networks: {},
    chosen: [],
    make: () => nfts(),
  },
  {
    id: 'directory',
    name: 'List of all wallets',
    from: '@portico/plugin-directory',
    networks: {},
    chosen: [],
    make: () => directory(),
  },
  {
    id: 'walletconnect',
    name: 'WalletConnect',
    from: '@portico/plugin-walletconnect',
    networks: {},
    options: { projectId: 'your-project-id' },
    ...(world.relay && { chosen: [] }),
    make: () => walletconnect(world.relay ? { relayUrl: world.relay } : {}),
  },
  {
    id: 'embedded',
    name: 'A wallet by e-mail',
    from: '@portico/plugin-embedded',
    networks: {},
    options: { url: exampleFrame },
    ...(localFrame && { chosen: [] }),
    make: () =>
      embedded({
        url: localFrame ?? exampleFrame,
        namespaces: ['eip155', 'solana', 'bip122', 'polkadot'],
      }),
  },
  {
    id: 'analytics',
    name: 'Analytics events',
    from: '@portico/plugin-analytics',
    networks: {},
    make: () => analytics(),
  },
  {
    id: 'receive',
    name: 'Receive',
    from: '@portico/plugin-receive',
    networks: {},
    chosen: [],
    make: () => receive(),
  },
  {
    id: 'transactions',
    name: 'Transactions (Send and Swap need it)',
    from: '@portico/plugin-transactions',
    networks: {},
    chosen: [],
    make: () => transactions(),
  },
  {
    id: 'send',
    name: 'Send',
    from: '@portico/plugin-send',
    networks: {},
    chosen: [],
    make: () => send(),
  },
  {
    id: 'swap',
    name: 'Swap',
    from: '@portico/plugin-swap',
    networks: {},
    chosen: [],
    make: () => swap({ tokens: world.market?.tokens ?? [] }),
  },
  {
    id: 'evmQuotes',
    name: 'Swap prices from Uniswap',
    from: '@portico/plugin-swap/evm',
    networks: {},
    chosen: [],
    make: () => evmQuotes({ deployments: world.market?.deployments ?? {} }),
  },
  {
    id: 'siwx',
    name: 'Sign in with the wallet',
    from: '@portico/plugin-siwx',
    networks: {},
    options: signIn,
    make: () => siwx(signIn),
  },
  {
    id: 'safe',
    name: 'Inside Safe',
    from: '@portico/plugin-safe',
    networks: {},
    make: () => safe(),
  },
  {
    id: 'connectGate',
    name: 'Terms of use and privacy policy',
    from: '@portico/plugin-connection',
    networks: {},
    options: legal,
    make: () => connectGate(legal),
  },
]
