import { rococoTransferIndexes, solanaGenesisHash } from '@portico/devnet'

/**
 * @typedef {object} LocalWorld
 * @property {readonly { readonly id: number, readonly url: string }[]} chains
 * @property {Readonly<Record<string, Readonly<Record<string, string>>>>} ledgers
 */

const names = new Map([
  [1, 'Ethereum'],
  [8453, 'Base'],
])
const genesisHash = `0x${'45'.repeat(32)}`

/**
 * What a frame has to know of the local chains.
 *
 * @param {LocalWorld} world
 */
export const localNetworks = ({ chains, ledgers }) => [
  ...chains.map(({ id, url }) => ({
    id: `eip155:${id}`,
    name: `${names.get(id) ?? `Chain ${id}`} local`,
    symbol: 'ETH',
    decimals: 18,
    rpcUrls: [url],
  })),
  {
    id: `solana:${solanaGenesisHash.slice(0, 32)}`,
    name: 'Solana local',
    symbol: 'SOL',
    decimals: 9,
    ...(ledgers.solana?.http && { rpcUrls: [ledgers.solana.http] }),
  },
  {
    id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Bitcoin local',
    symbol: 'tBTC',
    decimals: 8,
    bitcoin: 'regtest',
  },
  {
    id: `polkadot:${genesisHash.slice(2, 34)}`,
    name: 'Polkadot local',
    symbol: 'ROC',
    decimals: 12,
    polkadot: {
      genesisHash,
      prefix: 42,
      ...rococoTransferIndexes,
      hasFeeAsset: true,
      checksMetadata: false,
    },
  },
]
