import { message } from '@portico/kernel/text'
import { useStyles } from '../theme/use-styles.js'
import styles from './notice-row.css?inline'
import { RowContent, type RowProps } from './row.js'

export const checkWalletMessage = /* @__PURE__ */ message('ui.notice.check', 'Check {wallet}')
export const wentToMessage = /* @__PURE__ */ message('ui.notice.wentTo', 'went to {recipient}')
export const spenderMessage = /* @__PURE__ */ message(
  'ui.notice.spender',
  '{spender} may take your tokens',
)
export const outcomeMessage = /* @__PURE__ */ message('ui.notice.outcome', 'See the result')

export interface NoticeRowProps extends RowProps {
  /** `warn`: money may be lost. `bad`: money went to another recipient. */
  readonly kind?: 'info' | 'warn' | 'bad' | undefined
}
/**
 * A row of a List that tells the outcome of a payment. The title is never cut, because an amount
 * without the rest of the sentence would mislead.
 */
export function NoticeRow({ kind = 'info', ...row }: NoticeRowProps) {
  useStyles(styles)
  return (
    <li className={`p-notice p-notice-${kind}`}>
      <RowContent {...row} />
    </li>
  )
}
