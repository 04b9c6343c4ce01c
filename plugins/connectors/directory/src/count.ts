/** Written by `npm run generate` from data/wallets.json. */
export const count = 85
