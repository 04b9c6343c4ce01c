/** The sentences about connections that did not come back. */
export const lostWords = {
  'connection.lost': '{wallet} did not come back.',
  'connection.forget': 'Forget {wallet}',
} as const
