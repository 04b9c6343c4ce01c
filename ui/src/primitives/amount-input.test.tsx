// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { textSlice } from '@portico/kernel/text'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import { AmountInput, useTypedAmount } from '../index.js'

/** A field for a token with six decimals, in a language. */
async function field(language = 'en') {
  const sent: string[] = []
  const speaking = definePlugin({
    id: 'test/language',
    owns: [textSlice],
    setup: context => context.update(textSlice, state => void Object.assign(state, { language })),
  })
  const Field = () => {
    const amount = useTypedAmount('', text => sent.push(text), 6)
    return (
      <>
        <AmountInput amount={amount} aria-label="Amount" />
        {amount.isCut && <p>cut</p>}
      </>
    )
  }
  const page = await render(kernelWith(speaking).kernel, <Field />)
  const input = page.querySelector('input') as HTMLInputElement
  const fire = (event: Event) => act(async () => void input.dispatchEvent(event))
  return {
    input,
    sent,
    page,
    /** As a browser does it: the text changes, then the caret is behind the change. */
    async type(keys: string, at = input.selectionStart ?? 0, isComposing = false) {
      input.setSelectionRange(at, at)
      for (const key of keys) {
        const caret = input.selectionStart ?? 0
        const text = input.value.slice(0, caret) + key + input.value.slice(caret)
        // React looks at what changed under its own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
        input.setSelectionRange(caret + 1, caret + 1)
        await fire(new InputEvent('input', { bubbles: true, isComposing }))
      }
    },
    async paste(text: string, start: number, end = start) {
      input.setSelectionRange(start, end)
      const event = new Event('paste', { bubbles: true, cancelable: true })
      await fire(Object.assign(event, { clipboardData: { getData: () => text } }))
    },
    compose: () => fire(new CompositionEvent('compositionend', { bubbles: true })),
    caret: () => [input.selectionStart, input.selectionEnd],
  }
}

describe('an amount field', () => {
  it('an amount field ignores letters and a second point, and the caret stays', async () => {
    const { input, type, sent, caret } = await field()
    await type('1.5')
    await type('x', 1)
    expect([input.value, caret()]).toEqual(['1.5', [1, 1]])
    await type('.', 0)
    expect([input.value, caret()]).toEqual(['1.5', [0, 0]])
    await type('2', 1)
    expect([input.value, caret()]).toEqual(['12.5', [2, 2]])
    expect(sent).toEqual(['1', '1.', '1.5', '12.5'])
  })

  it('an amount field shows the decimal separator of the language, and sends a point', async () => {
    const { input, type, paste, sent } = await field('de')
    await type('.5')
    expect(input.value).toBe('0,5')
    await paste('1.234,5', 0, 3)
    expect(input.value).toBe('1234,5')
    expect(sent).toEqual(['0.', '0.5', '1234.5'])
  })

  it('an amount field says that decimals were left out until the next edit', async () => {
    const { input, page, paste, type, caret } = await field()
    await paste('Pay 0.123456789 ETH', 0)
    expect([input.value, page.textContent, caret()]).toEqual(['0.123456', 'cut', [8, 8]])
    await type('7')
    expect([input.value, page.textContent]).toEqual(['0.123456', 'cut'])
    await type('9', 0)
    expect([input.value, page.textContent, caret()]).toEqual(['90.123456', '', [1, 1]])
  })

  it('an ambiguous paste changes neither the text nor the selection', async () => {
    const { input, type, paste, sent, caret } = await field()
    await type('15')
    await paste('1.5 or 2.5', 0, 1)
    await paste('', 0, 1)
    expect([input.value, caret()]).toEqual(['15', [0, 1]])
    expect(sent).toEqual(['1', '15'])
  })

  it('an amount field leaves text alone while the keyboard composes it', async () => {
    const { input, type, compose, sent } = await field()
    await type('1')
    await type('五5', 1, true)
    expect(input.value).toBe('1五5')
    await compose()
    expect(input.value).toBe('1')
    await type('５', 1, true)
    await compose()
    expect(input.value).toBe('15')
    expect(sent).toEqual(['1', '15'])
  })
})
