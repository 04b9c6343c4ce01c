/** What the review says of figures that a refresh changed. */
export const changedWords = {
  'swap.lower': '(lower than before)',
  'swap.higher': '(higher than before)',
  'swap.lowered': 'The price has changed. You get at least {amount} {symbol} now.',
} as const
