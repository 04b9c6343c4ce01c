/**
 * Messages for people: ids with typed values, English in the code, translations loaded when their
 * language is chosen.
 */
import {
  defineService,
  defineSlice,
  defineSlot,
  type Label,
  type Read,
  type ServiceRef,
  type SlotItem,
  type SlotRef,
} from '../../refs.js'

export type Values = Readonly<Record<string, string | number>>
/**
 * The names of the values that a text needs: `'Sent {amount} to {name}'` needs `amount` and `name`.
 */
export type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never
/** The values that a message needs, as arguments: none, or one object. */
export type ValuesFor<Places extends string> = [Places] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Places, string | number>>]

/**
 * A sentence for people: its id, its English text, and its values where it has them already.
 * `Message` alone is complete and can stand in state, in an error or in a toast; `Message<'name'>`
 * still needs a name.
 */
export interface Message<Places extends string = never> extends Label {
  readonly values?: Values
  /** Only for the compiler: a sentence that needs values does not pass for a complete one. */
  readonly missing?: Places
}
/**
 * Writes a sentence where it is used. Translations and host overrides go by the id; `{wallet}` in
 * the text is replaced by `values.wallet`.
 * Id and text are literals: `npm run messages` reads the English catalogue from these calls.
 */
export function message<Text extends string>(id: string, en: Text): Message<PlacesOf<Text>>
export function message<Text extends string>(
  id: string,
  en: Text,
  ...values: ValuesFor<PlacesOf<Text>>
): Message
export function message(id: string, en: string, values?: Values): Message {
  return values ? { id, en, values } : { id, en }
}
/** The same sentence with its values, for state, errors and toasts. */
export function withValues<Places extends string>(
  { id, en }: Message<Places>,
  ...[values]: ValuesFor<Places>
): Message {
  return { id, en, ...(values && { values }) }
}

/** Sentences by message id. */
export type Catalogue = Readonly<Record<string, string>>

/** Puts values into a sentence. A value that is not given stays visible as `{name}`. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

/** A translation file: its default export is the catalogue of one language. */
export interface Translation {
  readonly default: Catalogue
}
export interface LanguagePack extends SlotItem {
  /**
   * A loader for each language, by its tag: `{ de: () => import('./text/de.js') }`. A key may also
   * be the path of a file that is named after the tag, as in
   * `import.meta.glob(['./text/*.ts', '!./text/*.test.ts'])`. English needs none: it is in the
   * code.
   */
  readonly translations: Readonly<Record<string, () => Promise<Translation>>>
}
/**
 * *List.* One item per plugin: its translations, loaded when their language is chosen. Where two
 * translate one id, the later item wins.
 */
export const languagePacksSlot: SlotRef<LanguagePack> =
  /* @__PURE__ */ defineSlot<LanguagePack>('languagePacks')

export interface TextState {
  /** BCP 47 tag of the language on screen; `en` needs no pack. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /**
   * The loaded translations and the host's own messages, by message id; the host's win. An id that
   * is not in it is shown in English.
   */
  readonly messages: Catalogue
}
export const textSlice = /* @__PURE__ */ defineSlice<TextState>({
  id: 'text',
  initial: () => ({ language: 'en', direction: 'ltr', messages: {} }),
})

export interface Text {
  /**
   * Loads the language's packs, then shows it. An unknown language is refused with
   * TEXT_LANGUAGE_UNKNOWN. The choice survives a reload.
   */
  setLanguage(language: string): Promise<void>
  /** The languages for which there is a pack, English first. */
  readonly languages: readonly string[]
}
export const textService: ServiceRef<Text> = /* @__PURE__ */ defineService<Text>('text')

/**
 * The text that a catalogue has for an id. The host's own messages are untrusted input, so a value
 * that is not a string counts as absent.
 */
export function textOf(catalogue: Catalogue, id: string): string | undefined {
  const found: unknown = Object.hasOwn(catalogue, id) ? catalogue[id] : undefined
  return typeof found === 'string' ? found : undefined
}
/** Translates a message into the language on screen. */
export function translate<Places extends string = never>(
  read: Read,
  message: Message<Places>,
  ...values: ValuesFor<Places>
): string {
  return translateWith(read.state(textSlice).messages, message, values[0] as Values | undefined)
}
/** Translates a message with a catalogue; English where the catalogue has no such id. */
export function translateWith(
  catalogue: Catalogue,
  { id, en, values }: Label & Pick<Message, 'values'>,
  given = values,
): string {
  return fill(textOf(catalogue, id) ?? en, given)
}
