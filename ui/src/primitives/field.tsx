import { type ComponentProps, useId } from 'react'
import { useText } from '../react/use-text.js'
import { fieldEn } from '../text/field-en.js'
import { useStyles } from '../theme/use-styles.js'
import { fieldStyles } from './field.styles.js'
import { Icon } from './icon.js'
import { IconButton } from './icon-button.js'

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
  useStyles(fieldStyles)
  const id = useId()
  return (
    <div className="p-text-field">
      <label htmlFor={id}>{label}</label>
      <div className="p-field">
        <input
          {...rest}
          id={id}
          type={type}
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

/** A line to search with; its label is read, not seen. */
export function SearchField({ label, value, onChange, placeholder = label, autoFocus, ...rest }: FieldProps) {
  useStyles(fieldStyles)
  const t = useText(fieldEn)
  return (
    <div className="p-field">
      <Icon name="search" />
      <input
        enterKeyHint="search"
        autoComplete="off"
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        data-autofocus={autoFocus || undefined}
        spellCheck={false}
      />
      {value && <IconButton icon="close" label={t('ui.clear')} onClick={() => onChange('')} />}
    </div>
  )
}
