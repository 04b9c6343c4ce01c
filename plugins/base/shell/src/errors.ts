import { ModalError, message } from '@portico/kernel/contracts'

/** Thrown by `text.setLanguage`; the language stays as it is. */
export class LanguageError extends ModalError<'TEXT_LANGUAGE_UNKNOWN' | 'TEXT_LANGUAGE_UNAVAILABLE'> {}

/** No plugin has a pack for it, or it is no language tag. */
export const languageUnknown = (language: string): LanguageError =>
  new LanguageError('TEXT_LANGUAGE_UNKNOWN', { userMessage: message('shell.language.unknown', 'The language “{language}” is not available.', { language }) })

/** None of its packs arrived. */
export const languageUnavailable = (language: string, cause: unknown): LanguageError =>
  new LanguageError('TEXT_LANGUAGE_UNAVAILABLE', {
    userMessage: message('shell.language.unavailable', 'The language “{language}” could not be loaded. Check your connection and try again.', { language }),
    cause,
  })
