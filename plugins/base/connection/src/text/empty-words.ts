/** The sentences of the Connect view for a person without a wallet, and what stands between two ways in. */
export const emptyWords = {
  'connection.or': 'or',
  'connection.none': 'No wallet found in this browser',
  'connection.noneDetail': 'Install a wallet extension and reload this page.',
  'connection.noneMobile': 'Open this page in the browser of your wallet app.',
  'connection.noneFramed': 'This page is shown inside another one, where wallets may not be seen. Open it in a tab of its own.',
} as const
