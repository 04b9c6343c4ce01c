/** Why a route, and what the others say. */
export const routeWords = {
  'swap.best': 'Leaves you most once the network is paid, of {count} that answered.',
  'swap.only': 'Nobody else was asked.',
  'swap.onlyPrice': 'The only one that gives a price now.',
  'swap.others': 'What each leaves you with, costs paid',
} as const
