/** What is waited for once the yes was said. */
export const waitWords = {
  'swap.wait.wallet': 'Open {wallet} to approve',
  'swap.wait.network': 'Waiting for the network',
  'swap.wait.quote': 'Looking at the price once more',
  'swap.waitDetail': 'The request is waiting in your wallet.',
  'swap.waitSlow': 'This takes longer than usual. Is {wallet} open?',
  'swap.waitNetwork': 'The network confirms it soon. What you allowed stays in sight here.',
} as const
