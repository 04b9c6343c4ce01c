import type { ComponentProps, ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './button.css?inline'
import { Icon, type IconName } from './icon.js'
import { Spinner } from './spinner.js'

export interface ButtonProps
  extends Pick<ComponentProps<'button'>, 'id' | 'form' | 'onPointerEnter' | 'onFocus' | 'aria-label' | 'aria-describedby' | 'aria-disabled'> {
  /** `primary`: the one action of a view. `soft`: beside it. `plain`: the way out. `danger`: what takes something away. */
  readonly variant?: 'primary' | 'soft' | 'plain' | 'danger'
  /** It works on what was asked: shows that, and ignores further clicks. Keeps its size and its words. */
  readonly busy?: boolean
  /** Nothing can be done with it now: clicks, and Enter in a field of its form, do nothing. */
  readonly disabled?: boolean
  readonly icon?: IconName | (string & {})
  readonly type?: 'button' | 'submit'
  readonly onClick?: () => void
  readonly children: ReactNode
}
/** Full width, 48 px high. */
export function Button({ variant = 'primary', busy = false, disabled = false, icon, type = 'button', onClick, children, ...rest }: ButtonProps) {
  useStyles(styles)
  const isHeld = busy || disabled
  return (
    // Never `disabled` for the browser: that would take the focus from somebody who is on it.
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
