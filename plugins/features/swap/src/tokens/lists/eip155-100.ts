/** Written by `scripts/token-lists.mjs`: tokens of eip155:100. */
import type { TokenRow } from '../token-rows.js'

/** Where the addresses were read. */
export const urls: readonly string[] = [
  'https://unpkg.com/@aave-dao/aave-address-book@4.68.1/tokenlist.json',
  'https://unpkg.com/@lifi/data-types@7.1.0/src/_esm/coins/coins.js',
  'https://unpkg.com/blockchain-addressbook@0.54.111/build/address-book/gnosis/tokens/tokens.js',
]
export const rows: readonly TokenRow[] = [
  ['0x8e5bBbb09Ed1ebdE8674Cda39A0c169401db4252', 8, 'WBTC', 'Wrapped Bitcoin', 1],
  ['0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb', 18, 'GNO', 'Gnosis', 0],
  ['0xaBEf652195F98A91E490f047A5006B71c85f058d', 18, 'crvUSD', 'crvUSD', 2],
  ['0x177127622c4A00F3d409B75571e12cB3c8973d3c', 18, 'COW', 'CoW Protocol', 2],
  ['0x1509706a6c66CA549ff0cB464de88231DDBe213B', 18, 'AURA', 'Aura Finance', 2],
  ['0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83', 6, 'USDC', 'USD//C on xDai', 0],
  ['0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0', 6, 'USDC.e', 'Bridged USDC (Gnosis)', 0],
  ['0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1', 18, 'WETH', 'Wrapped Ether on xDai', 0],
  ['0xcB444e90D8198415266c6a2724b7900fb12FC56E', 18, 'EURe', 'Monerium EUR emoney', 0],
  ['0x4ECaBa5870353805a9F068101A40E0f32ed605C6', 6, 'USDT', 'USDT', 1],
  ['0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d', 18, 'WXDAI', 'Wrapped XDAI', 0],
  ['0xaf204776c7245bF4147c2612BF6e5972Ee483701', 18, 'sDAI', 'Savings xDAI', 0],
  [
    '0x6C76971f98945AE98dD7d4DFcA8711ebea946eA6',
    18,
    'wstETH',
    'Wrapped liquid staked Ether 2.0 from Mainnet',
    0,
  ],
]
