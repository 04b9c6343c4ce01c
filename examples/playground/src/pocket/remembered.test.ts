import type { Pocket } from '@portico/pocket'
import { expect, it } from 'vitest'
import { remember, remembered } from './remembered.js'

const nothing = { shown: {}, active: [] }
const holding = (text: string | null) => ({ getItem: () => text })

it('the account and the network that the owner chose are restored', () => {
  const kept = { text: '' }
  let changed = () => undefined as unknown
  const pocket = {
    shown: () => [1, 0],
    active: (namespace: string) => (namespace === 'tally' ? 'tally:test' : undefined),
    subscribe(listener: () => void) {
      changed = listener
      return () => undefined
    },
  }
  remember(pocket as unknown as Pocket, ['tally', 'abacus'], {
    setItem: (_, text) => void Object.assign(kept, { text }),
  })
  changed()
  expect(remembered(holding(kept.text))).toEqual({
    shown: { tally: [1, 0], abacus: [1, 0] },
    active: ['tally:test'],
  })
})

it.each([
  null,
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"shown":7,"active":7}',
  '{"shown":{"tally":[-1]},"active":[7,"nothing"]}',
])('the stored text %j restores no choice', text => {
  expect(remembered(holding(text))).toEqual(nothing)
})
