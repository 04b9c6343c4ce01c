import type { ComponentProps, ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { buttonStyles } from './button.styles.js'
import { Icon, type IconName } from './icon.js'
import { Spinner } from './spinner.js'

export interface ButtonProps
  extends Pick<ComponentProps<'button'>, 'id' | 'form' | 'onPointerEnter' | 'onFocus' | 'aria-label' | 'aria-describedby' | 'aria-disabled'> {
  /** `primary`: the one action of a view. `soft`: beside it. `plain`: the way out. `danger`: what takes something away. */
  readonly variant?: 'primary' | 'soft' | 'plain' | 'danger'
  /** It works on what was asked: shows that, and ignores further clicks. Keeps its size and its words. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly icon?: IconName | (string & {})
  readonly type?: 'button' | 'submit'
  readonly onClick?: () => void
  readonly children: ReactNode
}
/** Full width, 48 px high. */
export function Button({ variant = 'primary', busy = false, disabled = false, icon, type = 'button', onClick, children, ...rest }: ButtonProps) {
  useStyles(buttonStyles)
  return (
    // Busy is not disabled: a disabled button would lose the focus.
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={`p-button p-button-${variant}`}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
