/** The sentences of a view that waits for a wallet. */
export const waitingWords = {
  'connection.open': 'Open {wallet} to approve',
  'connection.waits': 'The request is waiting in your wallet.',
  'connection.slow': 'Taking longer than usual',
  'connection.slowDetail': '{wallet} may be locked, or its window may be behind this one.',
  'connection.again': 'Try again',
  'connection.cancel': 'Cancel',
  'connection.declined': 'Declined',
  'connection.failed': 'Not connected',
  'connection.done': '{wallet} is connected',
  'connection.stopped': 'You stopped waiting for {wallet}. Nothing was sent.',
} as const
