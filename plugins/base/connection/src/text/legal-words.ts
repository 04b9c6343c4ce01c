/** The sentences about what a person agrees to, and about wallets that are one row. */
export const legalWords = {
  'connection.terms.both': 'I accept the terms of use and the privacy policy.',
  'connection.terms.terms': 'I accept the terms of use.',
  'connection.terms.privacy': 'I accept the privacy policy.',
  'connection.terms.plain': 'I accept the terms of this app.',
  'connection.terms.first': 'Tick this box before you connect.',
  'connection.notice.both': 'By connecting you accept the terms of use and the privacy policy.',
  'connection.notice.terms': 'By connecting you accept the terms of use.',
  'connection.notice.privacy': 'By connecting you accept the privacy policy.',
  'connection.link.terms': 'Terms of use',
  'connection.link.privacy': 'Privacy policy',
  'connection.continue': 'Continue',
  'connection.withWallet': 'Continue with a wallet',
} as const
