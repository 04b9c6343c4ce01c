import { authenticating } from './authenticating.js'
import { errorWords } from './error-words.js'
import { signWords } from './sign-words.js'
import { signInsTitle, signInTitle } from './titles.js'

/** Every sentence of this plugin that a person may read. In parts, because each place loads its own only. */
export const en = {
  [signInTitle.id]: signInTitle.en,
  [signInsTitle.id]: signInsTitle.en,
  [authenticating.id]: authenticating.en,
  ...signWords,
  ...errorWords,
} as const
