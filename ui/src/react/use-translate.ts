import {
  type Message,
  textSlice,
  translateWith,
  type Values,
  type ValuesFor,
} from '@portico/kernel/text'
import { useCallback } from 'react'
import { useSlice } from './registry-hooks.js'

export type Translate = <Places extends string = never>(
  message: Message<Places>,
  ...values: ValuesFor<Places>
) => string

/**
 * Translates messages and labels into the language on screen:
 * `t(message('send.sent', 'Sent {amount}'), { amount })`.
 * A missing value or a value too many does not compile.
 */
export function useTranslate(): Translate {
  const messages = useSlice(textSlice, state => state.messages)
  return useCallback(
    (message, ...values) => translateWith(messages, message, values[0] as Values | undefined),
    [messages],
  )
}
