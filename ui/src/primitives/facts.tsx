import { message } from '@portico/kernel/contracts'
import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { CopyButton } from './copy-button.js'
import styles from './facts.css?inline'

export const networkMessage = /* @__PURE__ */ message('ui.fact.network', 'Network')
export const sponsoredMessage = /* @__PURE__ */ message('ui.fact.sponsored', 'Paid for you')
export const changesMessage = /* @__PURE__ */ message('ui.fact.changes', 'What will change')

/** What is known of one thing, a {@link Fact} a line; without a title where the view says what they are of. */
export function Facts({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
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
  /** What is copied by the button beside it, and what that is called. */
  readonly copy?: { readonly value: string; readonly label: string }
}
/** One line of {@link Facts}: its name where the line begins, what it says where it ends. */
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
