import type { Read } from '@portico/kernel'
import { settingsRowsSlot } from '@portico/kernel/account'
import { activeAccount } from '@portico/kernel/session'
import { message, translate } from '@portico/kernel/text'
import { type BalancesContext, hiddenTokensMessage, portfolioSlice } from './refs.js'

/**
 * Adds a row to Settings that shows or hides small and suspicious tokens, while an account is
 * connected.
 */
export function offerHiddenTokens(
  context: BalancesContext,
  when: (read: Read) => boolean,
  show: (shown: boolean) => Promise<void>,
): void {
  context.contribute(settingsRowsSlot, {
    id: 'hiddenTokens',
    label: hiddenTokensMessage,
    icon: 'grid',
    press: () => show(!context.state(portfolioSlice).showsHidden),
    tag: read =>
      translate(
        read,
        read.state(portfolioSlice).showsHidden
          ? message('balances.hiddenShown', 'Shown')
          : message('balances.hiddenHidden', 'Hidden'),
      ),
    when: read => when(read) && activeAccount(read) !== undefined,
  })
}
