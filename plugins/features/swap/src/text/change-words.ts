/** What the account has more and less of. */
export const changeWords = {
  'swap.changes': 'What will change',
  'swap.tried': 'The network has tried it just now, and this is what came of it.',
  'swap.untried': 'This network could not try it beforehand.',
} as const
