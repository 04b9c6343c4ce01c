import { type ReactNode, useId } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import type { TabStop } from './long-list.js'
import styles from './row.css?inline'

/** A list of rows. */
export function List({
  label,
  children,
}: {
  readonly label?: string
  readonly children: ReactNode
}) {
  useStyles(styles)
  return (
    // Safari takes the list role from a list without bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="p-list" role="list" aria-label={label}>
      {children}
    </ul>
  )
}

export interface RowProps {
  /** 36 px. */
  readonly icon?: ReactNode
  readonly title: ReactNode
  /** A second line, small. */
  readonly detail?: ReactNode
  /** A figure at the end, such as the value of a token. */
  readonly value?: ReactNode
  /** A short label at the end: Installed, QR code. */
  readonly tag?: ReactNode
  readonly tagKind?: 'good' | 'quiet'
  /** Without it the row is not a button. */
  readonly onClick?: (() => void) | undefined
  /** Marks the selected row with a check. */
  readonly current?: boolean
  readonly disabled?: boolean
  /** Why the row is disabled; replaces the detail. */
  readonly reason?: ReactNode
  /** `raised` has its own background; `plain` has none, for tokens and settings. */
  readonly surface?: 'raised' | 'plain'
  /** Called on pointer enter, touch and focus, to load the next view. */
  readonly preload?: (() => void) | undefined
}
/** One entry of a List, 56 px high. */
export function Row(props: RowProps) {
  return (
    <li>
      <RowContent {...props} />
    </li>
  )
}

/**
 * A Row without its list item, for lists that render their own. `tabStop` is given by a LongList.
 */
export function RowContent({
  icon,
  title,
  detail,
  value,
  tag,
  tagKind = 'quiet',
  onClick,
  current = false,
  disabled = false,
  reason,
  surface = 'raised',
  preload,
  tabStop,
}: RowProps & { readonly tabStop?: TabStop }) {
  useStyles(styles)
  const id = useId()
  const second = (disabled && reason) || detail
  const content = (
    <>
      {icon}
      <span className="p-row-words">
        <span className="p-cut p-row-title" dir="auto">
          {title}
        </span>
        {second && (
          <span className="p-row-detail" id={id}>
            {second}
          </span>
        )}
      </span>
      {value && <span className="p-num p-row-value">{value}</span>}
      {tag && <span className={`p-tag p-tag-${tagKind}`}>{tag}</span>}
      {current && <Icon name="check" />}
    </>
  )
  const look = `p-row p-row-${surface}`
  return onClick ? (
    <button
      {...tabStop}
      type="button"
      className={look}
      aria-current={current || undefined}
      aria-disabled={disabled || undefined}
      aria-describedby={disabled && reason ? id : undefined}
      onClick={disabled ? undefined : onClick}
      onPointerEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {content}
    </button>
  ) : (
    <div className={look}>{content}</div>
  )
}
