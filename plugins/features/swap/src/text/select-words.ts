/** The sentences of the list of tokens. */
export const selectWords = {
  'swap.select': 'Select token',
  'swap.search': 'Search name or address',
  'swap.yours': 'Your tokens',
  'swap.suggested': 'Suggested',
  'swap.popular': 'Popular',
  'swap.more': 'All others',
  'swap.tokens': 'Tokens',
  'swap.unverified': 'Unverified',
  'swap.looking': 'Asking the network about this address …',
  'swap.noToken': 'No token here has this name. You can look for its address instead.',
  'swap.noTokens': 'There is nothing to choose from here.',
} as const
