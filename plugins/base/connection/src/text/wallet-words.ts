/** The sentences of the wallet list. */
export const walletWords = {
  'connection.wallets': 'Wallets',
  'connection.more': 'More ways to connect',
  'connection.installed': 'Installed',
  'connection.recent': 'Recent',
  'connection.connected': 'Connected',
  'connection.reconnecting': 'Reconnecting',
  'connection.chains': '{count} chains',
  'connection.or': 'or',
  'connection.lookAlike': 'Not the wallet above of the same name',
  'connection.late': 'A wallet that you unlock or enable appears here',
  'connection.moreWallets': '{count} more wallets',
  'connection.none': 'No wallet found in this browser',
  'connection.noneDetail': 'Install a wallet extension and reload this page.',
  'connection.noneMobile': 'Open this page in the browser of your wallet app.',
  'connection.noneFramed': 'This page is shown inside another one, where wallets may not be seen. Open it in a tab of its own.',
} as const
