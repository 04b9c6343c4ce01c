/** What a quote says, in the form and in the preview. */
export const quoteWords = {
  'swap.rate': 'Rate',
  'swap.impact': 'Price impact',
  'swap.impactUnknown': 'Unknown',
  'swap.minimum': 'At least',
  'swap.cost': 'Network cost',
  'swap.costUnknown': 'Your wallet says it',
  'swap.sponsored': 'Paid for you',
  'swap.fee': 'Provider fee',
  'swap.noFee': 'None',
  'swap.route': 'Route',
} as const
