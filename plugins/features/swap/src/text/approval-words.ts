/** What is to be allowed, and for how much. */
export const approvalWords = {
  'swap.allow': '{route} may take',
  'swap.exact': 'Only this once',
  'swap.unlimited': 'Unlimited',
  'swap.unlimitedRisk': '{route} could take all of your {symbol}, also later.',
} as const
