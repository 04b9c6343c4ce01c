/** The words of this plugin that are there before its views are. */
export const allWalletsTitle = { id: 'directory.title', en: 'All wallets' } as const
export const getWalletTitle = { id: 'directory.get', en: 'Get a wallet' } as const
export const whatIsAWalletTitle = { id: 'directory.what', en: 'What is a wallet?' } as const
