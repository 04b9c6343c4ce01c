/** The steps of a swap, and what is waited for while they run. */
export const stepsWords = {
  'swap.steps': 'Steps',
  'swap.step.reset': 'Take an older allowance back',
  'swap.step.approve': 'Allow {route} to take {amount}',
  'swap.step.permit': 'Allow {route} to take {amount}, by signature',
  'swap.step.swap': 'Swap',
  'swap.done': '(done)',
  'swap.wait.wallet': 'Open {wallet} to approve',
  'swap.wait.network': 'Waiting for the network',
  'swap.wait.quote': 'Looking at the price once more',
  'swap.waitDetail': 'The request is waiting in your wallet.',
  'swap.waitSlow': 'This takes longer than usual. Is {wallet} open?',
  'swap.waitNetwork': 'The network confirms it soon. What you allowed stays in sight here.',
} as const
