import type { ComponentProps } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { Icon, type IconName } from './icon.js'
import styles from './icon-button.css?inline'

export interface IconButtonProps
  extends Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus' | 'aria-disabled'> {
  readonly icon: IconName | (string & {})
  /** What a click does. */
  readonly label: string
  readonly onClick: () => void
}
/** A button with an icon: 36 px large, with a touch target of 44 px. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  useStyles(styles)
  return (
    <button {...rest} type="button" className="p-icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
