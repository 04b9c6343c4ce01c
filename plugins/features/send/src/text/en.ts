import { formWords } from './form-words.js'
import { problemWords } from './problem-words.js'
import { receiptWords } from './receipt-words.js'
import { reviewWords } from './review-words.js'
import { previewTitle, receiptTitle, selectTitle, sendTitle } from './titles.js'

/** Every sentence of this plugin that a person may read. In parts, because each view loads its own only. */
export const en = {
  [sendTitle.id]: sendTitle.en,
  [selectTitle.id]: selectTitle.en,
  [previewTitle.id]: previewTitle.en,
  [receiptTitle.id]: receiptTitle.en,
  ...formWords,
  ...reviewWords,
  ...receiptWords,
  ...problemWords,
} as const
