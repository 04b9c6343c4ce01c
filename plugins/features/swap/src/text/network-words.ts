/** What is said on a network on which nothing can be swapped. */
export const networkWords = {
  'swap.unsupported': 'Nothing can be swapped from here on this network.',
  'swap.covered': 'You can swap on {networks}.',
  'swap.elsewhere': 'Choose another network',
} as const
