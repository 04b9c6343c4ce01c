/** The sentences for those who have no wallet. */
export const helpWords = {
  'directory.noWallet': 'I don’t have a wallet',
  'directory.login': 'One way into many apps',
  'directory.loginDetail': 'A wallet is how you sign in to apps like this one: no account to make, no password to remember.',
  'directory.assets': 'What is yours, in one place',
  'directory.assetsDetail': 'It keeps your coins, tokens and collectibles, and shows you what you agree to before anything happens.',
  'directory.keys': 'In nobody’s hands but yours',
  'directory.keysDetail': 'Only you have its keys. Keep its recovery phrase to yourself: no app and no support ever needs it.',
  'directory.start': 'Good ones to begin with on this device:',
} as const
