import { message } from '@portico/kernel/contracts'
import { useStyles } from '../theme/use-styles.js'
import styles from './notice-row.css?inline'
import { RowFace, type RowProps } from './rows.js'

export const checkWalletMessage = /* @__PURE__ */ message('ui.notice.check', 'Check {wallet}')
export const wentToMessage = /* @__PURE__ */ message('ui.notice.wentTo', 'went to {recipient}')
export const spenderMessage = /* @__PURE__ */ message('ui.notice.spender', '{spender} may take your tokens')
export const outcomeMessage = /* @__PURE__ */ message('ui.notice.outcome', 'See what became of it')

export interface NoticeRowProps extends RowProps {
  /** `warn`: money may be gone. `bad`: money went elsewhere. */
  readonly kind?: 'info' | 'warn' | 'bad' | undefined
}
/** A row of a List that tells what became of money. Its title is never cut: an amount without the rest of the sentence says something else. */
export function NoticeRow({ kind = 'info', ...row }: NoticeRowProps) {
  useStyles(styles)
  return (
    <li className={`p-notice p-notice-${kind}`}>
      <RowFace {...row} />
    </li>
  )
}
