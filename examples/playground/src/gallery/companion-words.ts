/** What the companion says. */
export const companionWords = {
  'companion.buy': 'Buy',
  'companion.swap': 'Swap',
  'companion.receive': 'Receive',
  'companion.send': 'Send',
  'companion.tokens': 'Tokens',
  'companion.nfts': 'NFTs',
  'companion.activity': 'Activity',
  'companion.help': 'What is a wallet?',
  'companion.qr': 'QR code',
  'companion.walletConnect': 'WalletConnect',
  'companion.allWallets': 'All wallets',
  'companion.notice': 'This account signs with a passkey. Its network fees are paid by this app.',
  'companion.addresses': 'Address book',
} as const
