import { message } from '@portico/kernel/contracts'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { useAfterPaint } from '../react/use-after-paint.js'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './field.css?inline'
import { Icon } from './icon.js'
import { IconButton } from './icon-button.js'

export const amountMessage = /* @__PURE__ */ message('ui.amount', 'Amount in {symbol}')

export interface FieldProps extends Pick<ComponentProps<'input'>, 'inputMode' | 'autoComplete' | 'name' | 'enterKeyHint' | 'maxLength'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** Takes the focus when its view comes, where there is a mouse: on a phone the keyboard would cover the view. */
  readonly autoFocus?: boolean
}
export interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'url'
  /** What is wrong with what was typed, and what would be right. */
  readonly problem?: string | undefined
}
/** A line to type into, with its label above. */
export function TextField({ label, value, onChange, problem, type = 'text', autoFocus, ...rest }: TextFieldProps) {
  useStyles(styles)
  const id = useId()
  return (
    <div className="p-text-field">
      <label htmlFor={id}>{label}</label>
      <div className="p-field">
        <input
          {...rest}
          id={id}
          type={type}
          // What is typed has its own direction; without it the placeholder has the one of the language.
          dir={value ? 'auto' : undefined}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          data-autofocus={autoFocus || undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}p` : undefined}
        />
      </div>
      {problem && (
        <p className="p-problem" id={`${id}p`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

export interface SearchFieldProps extends Omit<FieldProps, 'value'> {
  /** What stands in it. Without, it keeps that itself, and says it a frame after it is painted: nobody waits for a long list to see what they type. */
  readonly value?: string
}
/** A line to search with; its label is read, not seen. */
export function SearchField({ label, value, onChange, placeholder = label, autoFocus, ...rest }: SearchFieldProps) {
  useStyles(styles)
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [kept, keep] = useState('')
  const later = useAfterPaint((typed: string) => {
    keep(typed)
    onChange(typed)
  })
  const change = value === undefined ? later : onChange
  const isFilled = (value ?? kept) !== ''
  const clear = () => {
    if (input.current && value === undefined) input.current.value = ''
    keep('')
    input.current?.focus()
    change('')
  }
  return (
    <div className="p-field">
      <Icon name="search" />
      <span className="p-search">
        <input
          enterKeyHint="search"
          autoComplete="off"
          {...rest}
          ref={input}
          type="search"
          aria-label={label}
          // One that is covered is hidden again with each letter, for which styles are asked anew.
          placeholder={isFilled ? undefined : placeholder}
          {...(value !== undefined && { value })}
          onChange={event => change(event.currentTarget.value)}
          data-autofocus={autoFocus || undefined}
          spellCheck={false}
        />
      </span>
      {isFilled && <IconButton icon="close" label={t(message('ui.clear', 'Clear'))} onClick={clear} />}
    </div>
  )
}
