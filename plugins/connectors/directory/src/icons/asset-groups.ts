/** Written by `npm run generate`: which icons a file has, and the file. */
export const assetGroups = [
  {
    prefix: 'network/',
    ids: 'eip155:1 eip155:11155111 eip155:8453 eip155:84532 eip155:42161 eip155:10 eip155:137 eip155:56 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z bip122:000000000019d6689c085ae165831e93',
    load: () => import('./networks-1.js'),
  },
  {
    prefix: 'network/',
    ids: 'bip122:000000000933ea01ad0ee984209779ba bip122:00000008819873e925422c1ff0f99f7c polkadot:91b171bb158e2d3848fa23a9f1c25182 polkadot:68d56f15f85d3136970ec16946040bc1 polkadot:e143f23803ac50e8f6f8e62695d1ce9e polkadot:b0a8d493285c2df73290dfb7e61f870f polkadot:48239ef607d7928874027a43a6768920 eip155:43114 eip155:100 eip155:59144 eip155:324 eip155:534352',
    load: () => import('./networks-2.js'),
  },
  {
    prefix: 'network/',
    ids: 'eip155:81457 eip155:5000 eip155:42220 eip155:130 eip155:480 eip155:57073 eip155:1868 eip155:146 eip155:80094 eip155:999 eip155:143 eip155:2020',
    load: () => import('./networks-3.js'),
  },
  {
    prefix: 'network/',
    ids: 'eip155:7777777 eip155:34443 eip155:25 eip155:167000 eip155:2741 eip155:33139 eip155:9745 polkadot:afdc188f45c71dacbaa0b62e16a91f72 polkadot:262e1b2ad728475fd6fe88e62d34c200 polkadot:9eb76c5184c4ab8679d2d5d819fdf90b polkadot:fc41b9bd8ef8fe53d58c7ea67c794c7e polkadot:d2a5d385932d1f650dae03ef8e274898',
    load: () => import('./networks-4.js'),
  },
  {
    prefix: 'coin/',
    ids: 'ETH SOL BTC DOT KSM POL BNB AVAX XDAI MNT CELO S',
    load: () => import('./coins-1.js'),
  },
  {
    prefix: 'coin/',
    ids: 'BERA HYPE MON RON CRO APE XPL HDX BNC ASTR ACA PEAQ',
    load: () => import('./coins-2.js'),
  },
] as const
