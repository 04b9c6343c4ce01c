/** Written by `npm run generate`: which icons a file has, and the file. */
export const walletGroups = [
  {
    prefix: 'wallet/',
    ids: 'metamask phantom coinbase trust okx rainbow binance bitget solflare backpack magic-eden rabby',
    load: () => import('./wallets-1.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'zerion uniswap ledger safe brave bybit exodus kraken tokenpocket safepal imtoken 1inch',
    load: () => import('./wallets-2.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'talisman subwallet nova nightly enkrypt coin98 onekey core ronin ready best bifrost',
    load: () => import('./wallets-3.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'foxwallet frontier frame gate mew zeal valora taho ctrl kaia iopay wigwam',
    load: () => import('./wallets-4.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'bitverse clv xportal dawn kresus compass berasig universal-profiles zilpay okto safeheron omni',
    load: () => import('./wallets-5.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'anchorage sequence status dcent onto unstoppable keplr mathwallet nufi trezor xverse leather',
    load: () => import('./wallets-6.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'unisat oyl wizz orange opnet tokeo polkadot-js polkagate fearless manta aleph-zero',
    load: () => import('./wallets-7.js'),
  },
] as const
