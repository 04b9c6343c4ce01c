import { message, textSlice } from '@portico/kernel/text'
import { type ComponentProps, useMemo, useState } from 'react'
import { focusFirstField } from '../react/initial-focus.js'
import { useSlice } from '../react/registry-hooks.js'
import { useTypedText } from '../react/use-typed-text.js'
import { editAmount, findEdit, separatorsOf, type TextEdit } from './typed-amount.js'

export const enterAmountMessage = /* @__PURE__ */ message('ui.enterAmount', 'Enter an amount')
export const reviewMessage = /* @__PURE__ */ message('ui.review', 'Review')

export interface TypedAmount {
  /** As the field shows it, with the decimal separator of the language. */
  readonly text: string
  /** More decimals were typed or pasted than the token has, and were left out. */
  readonly isCut: boolean
  edit(input: HTMLInputElement, edit?: TextEdit): void
}

/**
 * The text of an amount field. `value` and what `send` gets are decimal text with a point, as
 * `parseAmount` takes it.
 */
export function useTypedAmount(
  value: string,
  send: (text: string) => unknown,
  decimals: number | undefined,
): TypedAmount {
  const language = useSlice(textSlice, state => state.language)
  const separators = useMemo(() => separatorsOf(language), [language])
  const [typed, type] = useTypedText(value, send)
  const [cut, setCut] = useState<string>()
  const text = typed.replace('.', separators.decimal)
  return {
    text,
    isCut: cut === typed,
    edit(input, given) {
      const caret = input.selectionStart ?? input.value.length
      const edit = given ?? findEdit(text, input.value, caret)
      const next = editAmount(typed, edit, { decimals, separators })
      const shown = next ? next.text.replace('.', separators.decimal) : text
      // Written here, because React would move the caret to the end.
      if (shown !== input.value) {
        input.value = shown
        const { start, end } = next ? { start: next.caret, end: next.caret } : edit
        input.setSelectionRange(start, end)
      }
      if (!next) return
      setCut(next.isCut ? next.text : undefined)
      if (next.text !== typed) type(next.text)
    },
  }
}

export interface AmountInputProps
  extends Pick<
    ComponentProps<'input'>,
    | 'id'
    | 'style'
    | 'readOnly'
    | 'enterKeyHint'
    | 'placeholder'
    | 'aria-label'
    | 'aria-invalid'
    | 'aria-describedby'
  > {
  readonly amount: TypedAmount
  /** Focused when its view opens, on devices with a mouse. */
  readonly isFirst?: boolean
}
/** A field for an amount, without a frame or a label. */
export function AmountInput({ amount, isFirst, ...rest }: AmountInputProps) {
  // A keyboard that composes text would lose what it composes if the text changed during
  // composition.
  const [composed, setComposed] = useState<string>()
  return (
    <input
      placeholder="0"
      {...rest}
      // The text of a number does not follow the direction of the language.
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      value={composed ?? amount.text}
      onChange={({ currentTarget, nativeEvent }) => {
        if ((nativeEvent as InputEvent).isComposing) setComposed(currentTarget.value)
        else amount.edit(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(undefined)
        amount.edit(currentTarget)
      }}
      onPaste={event => {
        const { currentTarget: input, clipboardData } = event
        event.preventDefault()
        // A field that cannot be changed is no place to paste into.
        if (input.readOnly) return
        const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
        const inserted = clipboardData.getData('text')
        // Without text it would delete what is selected.
        if (inserted) amount.edit(input, { start, end, inserted })
      }}
      ref={isFirst ? focusFirstField : undefined}
    />
  )
}
