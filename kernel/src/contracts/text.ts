/** Sentences for people: ids with typed values, English inside, other languages as lazy packs. */
import { defineService, defineSlice, defineSlot, type Label, type Read, type ServiceRef, type SlotItem, type SlotRef } from '../refs.js'

/** A sentence that can stand in state, in an error or in a toast, and becomes words when it is shown. */
export interface Message extends Label {
  readonly values?: Values
}
export type Values = Readonly<Record<string, string | number>>
/** A sentence for people: its id (translations and host overrides go by it), its English text, its values: `{wallet}` in the text is replaced by `values.wallet`. */
export function message(id: string, en: string, values?: Values): Message {
  return values ? { id, en, values } : { id, en }
}

/** Sentences by message id. */
export type Catalogue = Readonly<Record<string, string>>
/** The values a sentence needs: `'Sent {amount} to {name}'` needs `{ amount, name }`. */
export type ValuesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string | number } & ValuesOf<Rest>
  : unknown
/** The catalogue of another language: the same ids, nothing missing. */
export type Translation<English extends Catalogue> = { readonly [Id in keyof English]: string }

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
/** A message in the language on screen. */
export function say(read: Read, spoken: Message): string {
  return fill(wordOf(read.state(textSlice).words, spoken.id) ?? spoken.en, spoken.values)
}
