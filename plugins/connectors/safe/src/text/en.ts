/** Every sentence of this plugin that a person may read. */
export const en = {
  'safe.error.onChain':
    'This Safe signs by a transaction, which this app cannot use. Nothing was changed. Turn on off-chain signing in the Safe, then try again.',
  'safe.error.creation': 'A Safe cannot create a contract in this way. Nothing was sent.',
  'safe.error.moved': 'Another Safe, or another network, is open now. Nothing was sent. Look at it, then try again.',
} as const
