/** The texts of the sample features. */
export const sampleMessages = {
  'sample.buy': 'Buy',
  'sample.swap': 'Swap',
  'sample.receive': 'Receive',
  'sample.send': 'Send',
  'sample.tokens': 'Tokens',
  'sample.nfts': 'NFTs',
  'sample.activity': 'Activity',
  'sample.help': 'What is a wallet?',
  'sample.qr': 'QR code',
  'sample.walletConnect': 'WalletConnect',
  'sample.allWallets': 'All wallets',
  'sample.notice': 'This account signs with a passkey. Its network fees are paid by this app.',
  'sample.addresses': 'Address book',
} as const
