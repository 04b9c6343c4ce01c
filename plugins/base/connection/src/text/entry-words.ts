/** The sentences above the ways to wallets that are elsewhere. */
export const entryWords = {
  'connection.more': 'More ways to connect',
} as const
