/** The sentences of the preview and of what follows the yes. */
export const reviewWords = {
  'swap.preview': 'Preview swap',
  'swap.impactHigh': 'You lose {percent} of the worth: what you get is worth less than what you pay.',
  'swap.impactGain': 'You would get far more than you pay: one of the prices is wrong.',
  'swap.impactBlind': 'Nobody knows what one of these is worth: compare what you get with what you pay.',
  'swap.oneSource': 'This price comes from one source only. Compare it before you swap.',
  'swap.do': 'Swap {amount} {symbol}',
  'swap.doSure': 'Swap anyway',
  'swap.stop': 'Stop waiting',
  'swap.back': 'Back',
  'swap.gone': 'There is nothing to preview any more.',
} as const
