import { type ReactNode, useId } from 'react'

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly values: readonly {
    readonly value: Value
    readonly label: ReactNode
    readonly hint?: string
  }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** The label is there for those who do not see the row. */
  readonly isLabelHidden?: boolean
}

/** One of a few, all in sight: native radio buttons in a row. */
export function Choices<Value extends string>({
  label,
  values,
  value,
  onChange,
  isLabelHidden = false,
}: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="choices">
      <legend className={isLabelHidden ? 'unseen' : undefined}>{label}</legend>
      <div className="choice-row">
        {values.map(one => (
          <label key={one.value} className="choice" title={one.hint}>
            <input
              type="radio"
              name={name}
              checked={one.value === value}
              onChange={() => onChange(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}
/** A native checkbox. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={id}>
        {label}
        {hint && <small>{hint}</small>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
    </div>
  )
}
