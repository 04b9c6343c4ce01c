import { message } from '@portico/kernel/text'
import { useStyles } from '@portico/ui'
import { useId } from 'react'
import styles from './code-input.css?inline'
import { digitsOf } from './digits.js'

export const codeLabelMessage = message('embedded.code.label', 'Code of six digits')
export const codeSubmitMessage = message('embedded.code.submit', 'Confirm')

const length = 6
const places = [...new Array(length).keys()]

export interface CodeInputProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (digits: string) => void
}
/**
 * Six boxes over one field, so that pasting, the code of a mail program, and a screen reader work
 * as in any other field. Everything but digits is left out.
 */
export function CodeInput({ label, value, problem, onChange }: CodeInputProps) {
  useStyles(styles)
  const id = useId()
  const next = Math.min(value.length, length - 1)
  return (
    <>
      <div className="embedded-code">
        {places.map(place => (
          <span key={place} aria-hidden="true" data-next={place === next || undefined}>
            {value[place]}
          </span>
        ))}
        <input
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          data-autofocus
          value={value}
          onChange={event => onChange(digitsOf(event.currentTarget.value).slice(0, length))}
        />
      </div>
      {problem && (
        <p className="embedded-code-problem" id={id} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
