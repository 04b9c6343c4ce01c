/** Written by `scripts/token-lists.mjs`: tokens of eip155:8453. */
import type { TokenRow } from '../token-rows.js'

/** Where the addresses were read. */
export const urls: readonly string[] = [
  'https://unpkg.com/@aave-dao/aave-address-book@4.68.1/tokenlist.json',
  'https://unpkg.com/@lifi/data-types@7.1.0/src/_esm/coins/coins.js',
  'https://unpkg.com/blockchain-addressbook@0.54.111/build/address-book/base/tokens/tokens.js',
]
export const rows: readonly TokenRow[] = [
  ['0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 6, 'EURC', 'EURC', 0],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6, 'USDC', 'USDC', 0],
  ['0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18, 'DAI', 'Dai', 1],
  ['0xB6fe221Fe9EeF5aBa221c348bA20A1Bf5e73624c', 18, 'rETH', 'Rocket Pool ETH', 2],
  ['0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22', 18, 'cbETH', 'Coinbase Wrapped Staked ETH', 0],
  ['0xaB36452DbAC151bE02b16Ca17d8919826072f64a', 18, 'RSR', 'Reserve Rights', 2],
  ['0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed', 18, 'DEGEN', 'Degen (Base)', 2],
  ['0x9EaF8C1E34F05a589EDa6BAfdF391Cf6Ad3CB239', 18, 'YFI', 'yearn.finance', 2],
  ['0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4', 18, 'TOSHI', 'Toshi', 2],
  ['0x417Ac0e078398C154EdFadD9Ef675d30Be60Af93', 18, 'crvUSD', 'crvUSD', 2],
  ['0x236aa50979D5f3De3Bd1Eeb40E81137F22ab794b', 18, 'tBTC', 'tBTC', 0],
  ['0x4621b7A9c75199271F773Ebd9A499dbd165c3191', 18, 'DOLA', 'DOLA', 2],
  ['0x4A3A6Dd60A34bB2Aba60D73B4C88315E9CeB6A3D', 18, 'MIM', 'Magic Internet Money', 2],
  ['0xCfA3Ef56d303AE4fAabA0592388F19d7C3399FB4', 18, 'eUSD', 'Electronic USD', 2],
  ['0xB166E8B140D35D9D8226E40C09f757BAC5A4d87d', 18, 'NPC', 'Non-Playable Coin', 2],
  ['0xf34e0cff046e154CAfCae502C7541b9E5FD8C249', 18, 'THALES', 'Thales', 2],
  ['0x22a2488fE295047Ba13BD8cCCdBC8361DBD8cf7c', 18, 'SONNE', 'Sonne Finance', 2],
  ['0xc5102fE9359FD9a28f877a67E36B0F050d81a3CC', 18, 'HOP', 'Hop Protocol', 2],
  ['0x50dA645f148798F68EF2d7dB7C1CB22A6819bb2C', 8, 'SPX', 'SPX6900', 2],
  ['0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', 6, 'USDbC', 'USD Base Coin', 0],
  ['0x4200000000000000000000000000000000000006', 18, 'WETH', 'Wrapped Ether', 0],
  ['0x63706e401c06ac8513145b7687A14804d17f814b', 18, 'AAVE', 'Aave Token', 0],
  ['0x9C7BEBa8F6eF6643aBd725e45a4E8387eF260649', 18, 'G', 'G', 1],
  ['0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee', 18, 'GHO', 'Gho Token', 0],
  ['0xecAc9C5F704e954931349Da37F60E39f515c11c1', 8, 'LBTC', 'Lombard Staked Bitcoin', 0],
  ['0xEB466342C4d449BC9f53A865D5Cb90586f405215', 6, 'axlUSDC', 'Axelar Wrapped USDC', 1],
  ['0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8, 'cbBTC', 'Coinbase Wrapped BTC', 0],
  ['0x2416092f143378750bb29b79eD961ab195CcEea5', 18, 'ezETH', 'Renzo Restaked ETH', 0],
  ['0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A', 18, 'weETH', 'Wrapped eETH', 0],
  ['0xEDfa23602D0EC14714057867A78d01e94176BEA0', 18, 'wrsETH', 'rsETHWrapper', 0],
  [
    '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452',
    18,
    'wstETH',
    'Wrapped liquid staked Ether 2.0',
    0,
  ],
]
