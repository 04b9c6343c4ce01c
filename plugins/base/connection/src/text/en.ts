import { emptyWords } from './empty-words.js'
import { errorWords } from './error-words.js'
import { lostWords } from './lost-words.js'
import { networkWords } from './network-words.js'
import { titles } from './titles.js'
import { waitingWords } from './waiting-words.js'
import { walletWords } from './wallet-words.js'

/** Every sentence of this plugin that a person may read. In parts, because each view loads its own only. */
export const en = { ...titles, ...emptyWords, ...walletWords, ...waitingWords, ...networkWords, ...lostWords, ...errorWords } as const
