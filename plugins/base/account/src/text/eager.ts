/** The words that are there before anything else of this plugin is: titles of views. */
export const eager = {
  'account.title': 'Account',
  'account.settings': 'Settings',
  'account.wallets': 'Wallets',
} as const

export const words = (id: keyof typeof eager) => ({ id, en: eager[id] })
