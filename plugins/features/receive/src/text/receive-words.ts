/** The sentences of the view. */
export const receiveWords = {
  'receive.code': 'Your address on {network} as a code to scan',
  'receive.safe': 'Only for {network}. What is sent here from another network may be lost.',
  'receive.copy': 'Copy address',
  'receive.copyRequest': 'Copy request',
  'receive.share': 'Share',
  'receive.amount': 'Amount in {symbol}',
  'receive.anything': 'Any amount',
  'receive.failed': 'The code could not be drawn. The address below is right: copy it.',
  'receive.nobody': 'Connect a wallet to receive into it.',
  'receive.connect': 'Connect wallet',
  'receive.problem.digits': '{symbol} has no more than {digits} digits after the point.',
  'receive.problem.amount': 'Write the amount in digits, with a point: 1.5',
} as const
