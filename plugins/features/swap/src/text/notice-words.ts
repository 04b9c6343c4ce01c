/** What the account says of swaps. */
export const noticeWords = {
  'swap.notice.pending': 'Swapping {from} to {to}',
  'swap.notice.pendingDetail': 'The network confirms it soon',
  'swap.notice.unknown': '{from} for {to}: no answer yet',
  'swap.notice.absent': '{from} for {to}: not known to the network',
  'swap.notice.different': 'Another transaction than {from} for {to}',
  'swap.notice.open': '{from}: may have been swapped',
  'swap.notice.openApproval': '{from}: may have been allowed',
  'swap.notice.check': 'Check {wallet}',
  'swap.notice.confirmed': 'Swapped {from} to {to}',
  'swap.notice.replaced': '{from} for {to}: replaced by another transaction',
  'swap.notice.failed': '{from} not swapped',
  'swap.notice.ended': 'See what became of it',
  'swap.notice.left': '{from} allowed, not swapped',
  'swap.notice.leftDetail': 'Swap it, or take it back',
  'swap.notice.leftOther': 'An approval that you did not confirm',
  'swap.notice.leftOtherDetail': 'Open Swap to take it back',
} as const
