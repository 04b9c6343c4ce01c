import { getWords } from './get-words.js'
import { helpWords } from './help-words.js'
import { listWords } from './list-words.js'
import { allWalletsTitle, getWalletTitle, whatIsAWalletTitle } from './titles.js'

/** Every sentence of this plugin that a person may read. In parts, because each view loads its own only. */
export const en = {
  [allWalletsTitle.id]: allWalletsTitle.en,
  [getWalletTitle.id]: getWalletTitle.en,
  [whatIsAWalletTitle.id]: whatIsAWalletTitle.en,
  ...listWords,
  ...getWords,
  ...helpWords,
} as const
