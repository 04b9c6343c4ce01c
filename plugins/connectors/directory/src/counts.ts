/** Written by `npm run generate`: how many wallets there are of each set of chains. */
export const counts = {
  'eip155 solana': 12,
  'eip155 solana bip122': 3,
  'eip155 solana polkadot': 1,
  eip155: 44,
  'eip155 bip122': 2,
  solana: 4,
  'eip155 polkadot': 4,
  bip122: 8,
  polkadot: 5,
}
