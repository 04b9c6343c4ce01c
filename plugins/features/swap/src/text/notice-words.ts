/** What the account says of swaps. */
export const noticeWords = {
  'swap.notice.pending': 'Swapping {from} to {to}',
  'swap.notice.pendingDetail': 'The network confirms it soon',
  'swap.notice.unknown': '{from} for {to}: no answer yet',
  'swap.notice.confirmed': 'Swapped {from} to {to}',
  'swap.notice.failed': '{from} not swapped',
  'swap.notice.ended': 'See what became of it',
  'swap.notice.left': '{from} allowed, not swapped',
  'swap.notice.leftDetail': 'Swap it, or take it back',
} as const
