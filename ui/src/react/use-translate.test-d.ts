import { defineView } from '@portico/kernel'
import { type Message, message } from '@portico/kernel/text'
import { expectTypeOf, test } from 'vitest'
import { useTranslate } from './use-translate.js'
import type { ViewProps } from './use-views.js'

test('[D39a] a sentence with a missing value or a value too many does not compile', () => {
  const t = useTranslate()
  const sent = message('send.sent', 'Sent {amount} to {name}')
  expectTypeOf(t(message('send.title', 'Send'))).toEqualTypeOf<string>()
  t(sent, { amount: '1.5', name: 'ada.eth' })
  // @ts-expect-error the name is missing
  t(sent, { amount: '1.5' })
  // @ts-expect-error all values are missing
  t(sent)
  // @ts-expect-error a sentence without places takes no values
  t(message('send.title', 'Send'), { amount: '1.5' })
})

test('[D39a] a message for state, errors and toasts has all of its values, or it does not compile', () => {
  const show = (shown: Message) => useTranslate()(shown)
  show(message('send.title', 'Send'))
  show(message('send.sent', 'Sent {amount}', { amount: '1.5' }))
  // @ts-expect-error nothing fills the place
  show(message('send.sent', 'Sent {amount}'))
  // @ts-expect-error the name is missing
  show(message('send.sent', 'Sent {amount} to {name}', { amount: '1.5' }))
})

test('a view gets the params of its ref', () => {
  const sendView = defineView<{ readonly to: string }>('Send')
  expectTypeOf<ViewProps<typeof sendView>>().toEqualTypeOf<{
    readonly params: { readonly to: string }
  }>()
})
