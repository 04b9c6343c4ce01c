/** Sentences for people: ids with typed values, English inside, other languages as lazy packs. */
import { defineService, defineSlice, defineSlot, type Label, type Read, type ServiceRef, type SlotItem, type SlotRef } from '../refs.js'

export type Values = Readonly<Record<string, string | number>>
/** The names of the values that a text needs: `'Sent {amount} to {name}'` needs `amount` and `name`. */
export type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesOf<Rest> : never
/** The values that a message needs, as arguments: none, or one object. */
export type ValuesFor<Places extends string> = [Places] extends [never] ? readonly [] : readonly [values: Readonly<Record<Places, string | number>>]

/**
 * A sentence for people: its id, its English text, and its values where it has them already.
 * `Message` alone is complete and can stand in state, in an error or in a toast; `Message<'name'>` still needs a name.
 */
export interface Message<Places extends string = never> extends Label {
  readonly values?: Values
  /** Only for the compiler: a sentence that needs values does not pass for a complete one. */
  readonly missing?: Places
}
/**
 * Writes a sentence where it is used. Translations and host overrides go by the id; `{wallet}` in the text is replaced by `values.wallet`.
 * Id and text are literals: `npm run messages` reads the English catalogue from these calls.
 */
export function message<Text extends string>(id: string, en: Text): Message<PlacesOf<Text>>
export function message<Text extends string>(id: string, en: Text, ...values: ValuesFor<PlacesOf<Text>>): Message
export function message(id: string, en: string, values?: Values): Message {
  return values ? { id, en, values } : { id, en }
}
/** The same sentence with its values, for state, errors and toasts. */
export function withValues<Places extends string>({ id, en }: Message<Places>, ...[values]: ValuesFor<Places>): Message {
  return { id, en, ...(values && { values }) }
}

/** Sentences by message id. */
export type Catalogue = Readonly<Record<string, string>>

/** Puts values into a sentence. A value that is not given stays visible as `{name}`. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place))
}

export interface LanguagePack extends SlotItem {
  /** Tags of the languages that it has words for. English needs no pack: it stands in the code. */
  readonly languages: readonly string[]
  /** The words of one of them, as the default export of a module. */
  readonly load: (language: string) => Promise<{ readonly default: Catalogue }>
}
/** *List.* One item per plugin: where its translations are. Loaded only when the language is chosen. Where two have words for one id, the later item wins. */
export const languagePacks: SlotRef<LanguagePack> = /* @__PURE__ */ defineSlot<LanguagePack>('languagePacks')

export interface TextState {
  /** BCP 47 tag of the language on screen; `en` needs no pack. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** What the loaded pack and the host's own words say, by message id; the host's win. Ids that are not in it are shown in English. */
  readonly words: Catalogue
}
export const textSlice = /* @__PURE__ */ defineSlice<TextState>({ id: 'text', initial: () => ({ language: 'en', direction: 'ltr', words: {} }) })

export interface Text {
  /** Loads the language's packs, then shows it. An unknown language is refused with TEXT_LANGUAGE_UNKNOWN. The choice survives a reload. */
  setLanguage(language: string): Promise<void>
  /** The languages for which there is a pack, English first. */
  readonly languages: readonly string[]
}
export const text: ServiceRef<Text> = /* @__PURE__ */ defineService<Text>('text')

/** What a catalogue says for an id: a host's own words are a stranger's, so what is no text counts as absent. */
export function wordOf(words: Catalogue, id: string): string | undefined {
  const word: unknown = Object.hasOwn(words, id) ? words[id] : undefined
  return typeof word === 'string' ? word : undefined
}
/** Translates a message into the language on screen. */
export function translate<Places extends string = never>(read: Read, message: Message<Places>, ...values: ValuesFor<Places>): string {
  return translateWith(read.state(textSlice).words, message, values[0] as Values | undefined)
}
/** Translates a message with a catalogue; English where the catalogue has no such id. */
export function translateWith(words: Catalogue, { id, en, values }: Label & Pick<Message, 'values'>, given = values): string {
  return fill(wordOf(words, id) ?? en, given)
}
