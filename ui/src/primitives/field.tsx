import { message } from '@portico/kernel/text'
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './field.css?inline'
import { Icon } from './icon.js'
import { IconButton } from './icon-button.js'

export const amountMessage = /* @__PURE__ */ message('ui.amount', 'Amount in {symbol}')

export interface FieldProps
  extends Pick<
    ComponentProps<'input'>,
    'inputMode' | 'autoComplete' | 'name' | 'enterKeyHint' | 'maxLength'
  > {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /**
   * Focused when its view opens, on devices with a mouse: on a phone the keyboard would cover the
   * view.
   */
  readonly autoFocus?: boolean
}
export interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'url'
  /** Why the text is not valid, and what would be. */
  readonly problem?: string | undefined
}
/** A text field with its label above. */
export function TextField({
  label,
  value,
  onChange,
  problem,
  type = 'text',
  autoFocus,
  ...rest
}: TextFieldProps) {
  return (
    <LabelledField label={label} problem={problem}>
      {attributes => (
        <input
          {...rest}
          {...attributes}
          type={type}
          // Typed text has its own direction. An empty field keeps the direction of the language
          // for its placeholder.
          dir={value ? 'auto' : undefined}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          data-autofocus={autoFocus || undefined}
        />
      )}
    </LabelledField>
  )
}

/** Connects an input with its label and its problem for screen readers. */
export interface LabelledInput {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}
/** The label above an input, and below it why its text is not valid. */
export function LabelledField({
  label,
  problem,
  children,
}: {
  readonly label: string
  readonly problem: string | undefined
  readonly children: (attributes: LabelledInput) => ReactNode
}) {
  useStyles(styles)
  const id = useId()
  return (
    <div className="p-text-field">
      <label htmlFor={id}>{label}</label>
      <div className="p-field">
        {children({
          id,
          'aria-invalid': problem ? true : undefined,
          'aria-describedby': problem ? `${id}p` : undefined,
        })}
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
  /**
   * Without a value the field is uncontrolled and calls `onChange` a frame after the letter is
   * painted, so that a long list does not delay typing.
   */
  readonly value?: string
}
/** A search field with a label for screen readers only. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  autoFocus,
  ...rest
}: SearchFieldProps) {
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
          // A covered placeholder would be hidden anew with each letter, which recalculates styles.
          placeholder={isFilled ? undefined : placeholder}
          {...(value !== undefined && { value })}
          onChange={event => change(event.currentTarget.value)}
          data-autofocus={autoFocus || undefined}
          spellCheck={false}
        />
      </span>
      {isFilled && (
        <IconButton icon="close" label={t(message('ui.clear', 'Clear'))} onClick={clear} />
      )}
    </div>
  )
}

/**
 * Milliseconds of a frame. `requestAnimationFrame` would add work to the frame and run before the
 * frame is on screen.
 */
const frameMs = 16

/** Runs after the typed letter is painted. A newer letter cancels the run of an older one. */
function useAfterPaint<Value>(run: (value: Value) => void): (value: Value) => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(value => {
    clearTimeout(timer.current)
    // A slower page also paints the letter first, because React yields within a transition.
    timer.current = setTimeout(() => startTransition(() => latest.current(value)), frameMs)
  }, [])
}
