/** Written by `npm run generate`: which icons a file has, and the file. */
export const groups = [
  { ids: 'metamask phantom coinbase trust okx rainbow binance bitget solflare backpack magic-eden rabby', load: () => import('./wallets-1.js') },
  { ids: 'zerion uniswap ledger safe brave bybit exodus kraken tokenpocket safepal imtoken 1inch', load: () => import('./wallets-2.js') },
  { ids: 'talisman subwallet nova nightly enkrypt coin98 onekey core ronin ready best bifrost', load: () => import('./wallets-3.js') },
  { ids: 'foxwallet frontier frame gate mew zeal valora taho ctrl kaia iopay wigwam', load: () => import('./wallets-4.js') },
  { ids: 'bitverse clv xportal dawn kresus compass berasig universal-profiles zilpay okto safeheron omni', load: () => import('./wallets-5.js') },
  { ids: 'anchorage sequence status dcent onto keplr mathwallet nufi trezor xverse leather unisat', load: () => import('./wallets-6.js') },
  { ids: 'oyl wizz orange opnet tokeo polkadot-js polkagate fearless', load: () => import('./wallets-7.js') },
] as const
