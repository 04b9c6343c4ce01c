import { ModalError, message } from '@portico/kernel/text'

/** Thrown by `text.setLanguage`; the language stays as it is. */
export class LanguageError extends ModalError<
  'TEXT_LANGUAGE_UNKNOWN' | 'TEXT_LANGUAGE_UNAVAILABLE'
> {}

/** No plugin has a pack for this language, or the tag is invalid. */
export const languageUnknown = (language: string): LanguageError =>
  new LanguageError('TEXT_LANGUAGE_UNKNOWN', {
    userMessage: message('shell.language.unknown', 'The language “{language}” is not available.', {
      language,
    }),
  })

/** All of its packs failed to load. */
export const languageUnavailable = (language: string, cause: unknown): LanguageError =>
  new LanguageError('TEXT_LANGUAGE_UNAVAILABLE', {
    userMessage: message(
      'shell.language.unavailable',
      'The language “{language}” could not be loaded. Check your connection and try again.',
      { language },
    ),
    cause,
  })

/**
 * Reported where a plugin in JavaScript contributes a language pack of another shape. The pack is
 * ignored.
 */
export class LanguagePackError extends Error {
  readonly code: 'TEXT_PACK_INVALID'
  constructor(pack: string) {
    super(
      `The language pack "${pack}" is ignored, because its "translations" are missing or are not loaders. Write translations: { de: () => import('./text/de.js') }.`,
    )
    // Not the class's own name: bundlers shorten that.
    this.name = 'LanguagePackError'
    this.code = 'TEXT_PACK_INVALID'
  }
}
