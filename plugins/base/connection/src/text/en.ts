import { emptyWords } from './empty-words.js'
import { entryWords } from './entry-words.js'
import { errorWords } from './error-words.js'
import { legalWords } from './legal-words.js'
import { lostWords } from './lost-words.js'
import { networkWords } from './network-words.js'
import { selectWords } from './select-words.js'
import { connectingTitle, connectTitle, networksTitle, termsTitle, unsupportedTitle } from './titles.js'
import { waitingWords } from './waiting-words.js'
import { walletWords } from './wallet-words.js'

/** Every sentence of this plugin that a person may read. In parts, because each view loads its own only. */
export const en = {
  [connectTitle.id]: connectTitle.en,
  [connectingTitle.id]: connectingTitle.en,
  [networksTitle.id]: networksTitle.en,
  [unsupportedTitle.id]: unsupportedTitle.en,
  [termsTitle.id]: termsTitle.en,
  ...emptyWords,
  ...entryWords,
  ...walletWords,
  ...waitingWords,
  ...selectWords,
  ...networkWords,
  ...lostWords,
  ...legalWords,
  ...errorWords,
} as const
