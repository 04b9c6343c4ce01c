/** The sentences of the choice of a tolerance. */
export const slippageWords = {
  'swap.slippage': 'Max slippage',
  'swap.slippageOwn': 'Your own, in percent',
  'swap.slippageBad': 'A number from 0 to 50, with a point: 0.5',
  'swap.slippageRisk': 'Above 5 % others can trade ahead of you and keep the difference.',
} as const
