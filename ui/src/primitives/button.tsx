import type { ComponentProps, ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './button.css?inline'
import { Icon, type IconName } from './icon.js'
import { Spinner } from './spinner.js'

export interface ButtonProps
  extends Pick<
    ComponentProps<'button'>,
    | 'id'
    | 'form'
    | 'onPointerEnter'
    | 'onFocus'
    | 'aria-label'
    | 'aria-describedby'
    | 'aria-disabled'
    | 'aria-expanded'
  > {
  /**
   * `primary`: the main action of a view. `soft`: a second action. `plain`: cancel. `danger`:
   * removes something.
   */
  readonly variant?: 'primary' | 'soft' | 'plain' | 'danger'
  /** Shows a spinner and ignores clicks while the action runs. Size and label stay the same. */
  readonly busy?: boolean
  /** Clicks, and Enter in a field of its form, do nothing. */
  readonly disabled?: boolean
  readonly icon?: IconName | (string & {})
  readonly type?: 'button' | 'submit'
  readonly onClick?: () => void
  readonly children: ReactNode
}
/** Full width, 48 px high. */
export function Button({
  variant = 'primary',
  busy = false,
  disabled = false,
  icon,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  useStyles(styles)
  const isHeld = busy || disabled
  return (
    // The attribute `disabled` would take the focus from the button.
    <button
      {...rest}
      type={type}
      className={`p-button p-button-${disabled ? 'off' : variant}`}
      aria-busy={busy || undefined}
      aria-disabled={isHeld || rest['aria-disabled'] || undefined}
      onClick={isHeld ? event => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
