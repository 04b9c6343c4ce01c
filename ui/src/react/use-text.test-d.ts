import { defineView } from '@portico/kernel'
import { expectTypeOf, test } from 'vitest'
import { useText } from './use-text.js'
import type { ViewProps } from './use-views.js'

const english = { 'send.sent': 'Sent {amount} to {name}', 'send.title': 'Send' } as const

test('[D39a] a missing id, a missing value or a value too many does not compile', () => {
  const t = useText(english)
  expectTypeOf(t('send.title')).toEqualTypeOf<string>()
  t('send.sent', { amount: '1.5', name: 'ada.eth' })
  // @ts-expect-error there is no such sentence
  t('send.gone')
  // @ts-expect-error the name is missing
  t('send.sent', { amount: '1.5' })
  // @ts-expect-error all values are missing
  t('send.sent')
  // @ts-expect-error a sentence without places takes no values
  t('send.title', { amount: '1.5' })
})

test('a view gets the params of its ref', () => {
  const sendView = defineView<{ readonly to: string }>('Send')
  expectTypeOf<ViewProps<typeof sendView>>().toEqualTypeOf<{ readonly params: { readonly to: string } }>()
})
