import type { ComponentProps } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { Icon, type IconName } from './icon.js'
import styles from './icon-button.css?inline'

export interface IconButtonProps extends Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus' | 'aria-disabled'> {
  readonly icon: IconName | (string & {})
  /** What it does, in words. */
  readonly label: string
  readonly onClick: () => void
}
/** 36 px to see, 44 px to touch. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  useStyles(styles)
  return (
    <button {...rest} type="button" className="p-icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
