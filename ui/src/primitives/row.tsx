import { type ReactNode, useId } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import type { Stop } from './long-list.js'
import styles from './row.css?inline'

/** Rows under each other. Without a label it is read as a plain list. */
export function List({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  useStyles(styles)
  return (
    // A list without bullets is no list to Safari, unless it is told so.
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
  /** A figure at the end: what it is worth. */
  readonly value?: ReactNode
  /** One quiet word at the end: Installed, QR code. */
  readonly tag?: ReactNode
  readonly tagKind?: 'good' | 'quiet'
  /** Without it the row is only read. */
  readonly onClick?: (() => void) | undefined
  /** It is the one that is in use: ends in a check. */
  readonly current?: boolean
  readonly disabled?: boolean
  /** Why it is disabled; stands in the place of the detail. */
  readonly reason?: ReactNode
  /** `raised` has a surface of its own; `plain` has none: tokens, settings. */
  readonly surface?: 'raised' | 'plain'
  /** Called when the person is about to click: loads what comes next. */
  readonly preload?: (() => void) | undefined
}
/** One entry of a List, 56 px high. */
export function Row(props: RowProps) {
  return (
    <li>
      <RowFace {...props} />
    </li>
  )
}

/** What is seen of a Row, for lists that bring their own places. `stop`: that of a LongList. */
export function RowFace({
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
  stop,
}: RowProps & { readonly stop?: Stop }) {
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
      {...stop}
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
