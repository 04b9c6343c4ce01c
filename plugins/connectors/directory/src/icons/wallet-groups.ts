/** Written by `npm run generate`: which icons a file has, and the file. */
export const walletGroups = [
  {
    prefix: 'wallet/',
    ids: 'metamask phantom coinbase trust okx rainbow binance bitget',
    load: () => import('./wallets-1.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'solflare backpack magic-eden rabby zerion uniswap ledger safe brave bybit exodus kraken',
    load: () => import('./wallets-2.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'tokenpocket safepal imtoken 1inch talisman subwallet nova nightly enkrypt coin98 onekey core',
    load: () => import('./wallets-3.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'ronin ready best bifrost foxwallet frontier frame gate mew zeal valora taho',
    load: () => import('./wallets-4.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'ctrl kaia iopay wigwam bitverse clv xportal dawn kresus compass berasig universal-profiles',
    load: () => import('./wallets-5.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'zilpay okto safeheron omni anchorage sequence status dcent onto unstoppable keplr mathwallet',
    load: () => import('./wallets-6.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'nufi trezor xverse leather unisat oyl wizz orange opnet tokeo polkadot-js polkagate',
    load: () => import('./wallets-7.js'),
  },
  {
    prefix: 'wallet/',
    ids: 'fearless manta aleph-zero',
    load: () => import('./wallets-8.js'),
  },
] as const
