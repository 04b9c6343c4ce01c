/** The sentences of the list of all wallets. */
export const listWords = {
  'directory.search': 'Search wallets',
  'directory.wallets': 'Wallets',
  'directory.chains': 'Chain',
  'directory.every': 'All',
  'directory.installed': 'Installed',
  'directory.found': 'Wallets found: {count}',
  'directory.none': 'No wallet has this name.',
  'directory.noneHint': 'Check the spelling, or show all wallets.',
  'directory.showAll': 'Show all wallets',
  'directory.empty': 'No wallet of this list works here.',
  'directory.loading': 'The wallets are on their way.',
  'directory.failed': 'The list of wallets could not be loaded.',
  'directory.moreFailed': 'More wallets could not be loaded.',
  'directory.again': 'Try again',
} as const
