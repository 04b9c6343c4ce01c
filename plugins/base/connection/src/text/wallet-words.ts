/** The sentences of the wallet list. */
export const walletWords = {
  'connection.wallets': 'Wallets',
  'connection.installed': 'Installed',
  'connection.recent': 'Recent',
  'connection.connected': 'Connected',
  'connection.reconnecting': 'Reconnecting',
  'connection.chains': '{count} chains',
  'connection.lookAlike': 'May imitate another wallet',
  'connection.late': 'A wallet that you unlock or enable appears here',
  'connection.moreWallets': '{count} more wallets',
} as const
