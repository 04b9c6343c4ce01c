import { message } from '@portico/kernel/text'
import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import styles from './note.css?inline'

export const offlineFormMessage = /* @__PURE__ */ message(
  'ui.offlineForm',
  'You are offline. What you typed stays here.',
)

/**
 * A highlighted sentence: what happened, whether anything was lost, and what to press. A `bad` note
 * is announced at once.
 */
export function Note({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'warn' | 'bad'
  readonly children: ReactNode
}) {
  useStyles(styles)
  return (
    <div className={`p-note p-note-${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <Icon name={kind === 'info' ? 'info' : 'warn'} />
      <div>{children}</div>
    </div>
  )
}
