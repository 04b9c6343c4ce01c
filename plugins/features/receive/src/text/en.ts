import { receiveWords } from './receive-words.js'
import { receiveTitle } from './titles.js'

/** Every sentence of this plugin that a person may read. */
export const en = { [receiveTitle.id]: receiveTitle.en, ...receiveWords } as const
