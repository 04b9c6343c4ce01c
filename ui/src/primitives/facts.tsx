import { message } from '@portico/kernel/text'
import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { CopyButton } from './copy-button.js'
import styles from './facts.css?inline'

export const networkMessage = /* @__PURE__ */ message('ui.fact.network', 'Network')
export const sponsoredMessage = /* @__PURE__ */ message('ui.fact.sponsored', 'Paid for you')
export const changesMessage = /* @__PURE__ */ message('ui.fact.changes', 'What will change')

/** A list of names and values, one {@link Fact} a line. */
export function Facts({
  title,
  children,
}: {
  readonly title?: string
  readonly children: ReactNode
}) {
  useStyles(styles)
  return (
    <dl className="p-facts">
      {title && <dt className="p-facts-title">{title}</dt>}
      {children}
    </dl>
  )
}

export interface FactProps {
  readonly name: ReactNode
  readonly children: ReactNode
  /** The text that the copy button copies, and the label of that button. */
  readonly copy?: { readonly value: string; readonly label: string }
}
/** One line of {@link Facts}: the name at the start, the value at the end. */
export const Fact = ({ name, children, copy }: FactProps) => (
  <>
    <dt>
      <bdi>{name}</bdi>
    </dt>
    <dd>
      {copy ? (
        <span className="p-fact-copy">
          <span>{children}</span>
          <CopyButton {...copy} />
        </span>
      ) : (
        children
      )}
    </dd>
  </>
)
