import { describe, expect, it, vi } from 'vitest'
import { boot } from '../test/boot.js'
import { definePlugin, defineSlot, firstAnswer, firstAnswerLater, type SlotItem } from './index.js'

interface Rule extends SlotItem {
  answer(question: number): string | undefined
}
const rules = defineSlot('rules', {
  combine: firstAnswer((rule: Rule, question: number) => rule.answer(question)),
})
const laterRules = defineSlot('laterRules', {
  combine: firstAnswerLater(async (rule: Rule, question: number) => rule.answer(question)),
})

const given: readonly Rule[] = [
  { id: 'silent', answer: () => undefined },
  {
    id: 'broken',
    answer() {
      throw new TypeError('broken')
    },
  },
  { id: 'even', answer: question => (question % 2 ? undefined : 'even') },
  { id: 'any', answer: String },
]
const { kernel } = boot([
  definePlugin({
    id: 'rules',
    setup(context) {
      for (const rule of given)
        for (const slot of [rules, laterRules]) context.contribute(slot, rule)
    },
  }),
])

describe('a combined slot', () => {
  it('A combined slot answers with the first answer in the order of its items, and reports an item that throws', () => {
    const report = vi.fn()
    expect(rules.combine(kernel.items(rules), report, 2)).toBe('even')
    expect(rules.combine(kernel.items(rules), report, 3)).toBe('3')
    expect(report.mock.calls).toEqual([[new TypeError('broken')], [new TypeError('broken')]])
  })

  it('A combined slot calls no item after the one that answered', () => {
    const last = vi.fn()
    rules.combine([...given, { id: 'last', answer: last }], () => undefined, 1)
    expect(last).not.toHaveBeenCalled()
  })

  it('A combined slot whose items answer asynchronously calls the items one after the other', async () => {
    const report = vi.fn()
    expect(await laterRules.combine(kernel.items(laterRules), report, 4)).toBe('even')
    expect(await laterRules.combine([], report, 4)).toBeUndefined()
    expect(report).toHaveBeenCalledTimes(1)
  })
})
