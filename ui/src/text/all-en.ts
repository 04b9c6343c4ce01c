import { buttonsEn } from './buttons-en.js'
import { copyEn } from './copy-en.js'
import { en as frame } from './en.js'
import { fieldEn } from './field-en.js'
import { framedEn } from './framed-en.js'
import { sumEn } from './sum-en.js'

/** Everything that is said here, for translations. */
export const en = { ...frame, ...buttonsEn, ...copyEn, ...fieldEn, ...framedEn, ...sumEn } as const
