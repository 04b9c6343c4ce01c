/** What the account says of swaps. */
export const noticeWords = {
  'swap.notice.pending': 'Swapping {from} to {to}',
  'swap.notice.pendingDetail': 'The network confirms it soon',
  'swap.notice.left': '{from} allowed, not swapped',
  'swap.notice.leftDetail': 'Swap it, or take it back',
} as const
