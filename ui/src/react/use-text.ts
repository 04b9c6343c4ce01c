import type { Label } from '@portico/kernel'
import { type Catalogue, fill, type Message, textSlice, type Values, type ValuesOf, wordOf } from '@portico/kernel/contracts'
import { useCallback } from 'react'
import { useSlice } from './use-slice.js'

/** The values that a sentence needs, as arguments: none, or one object. */
export type ValuesFor<Text extends string> = unknown extends ValuesOf<Text> ? readonly [] : readonly [values: ValuesOf<Text>]
export type Translate<English extends Catalogue> = <Id extends keyof English & string>(id: Id, ...values: ValuesFor<English[Id]>) => string

/**
 * The sentences of a catalogue in the language on screen: `const t = useText(en)`, `t('send.sent', { amount })`.
 * Ids and values are those of the English catalogue (write it `as const`): a missing one does not compile.
 */
export function useText<const English extends Catalogue>(english: English): Translate<English> {
  const words = useSlice(textSlice, state => state.words)
  return useCallback((id, ...values) => fill(wordOf(words, id) ?? english[id] ?? id, values[0] as Values | undefined), [words, english])
}

/** Turns a message or a label that stands in state, in an error or in a slot into words. */
export function useSay(): (message: Message | Label) => string {
  const words = useSlice(textSlice, state => state.words)
  return useCallback(message => fill(wordOf(words, message.id) ?? message.en, 'values' in message ? message.values : undefined), [words])
}
