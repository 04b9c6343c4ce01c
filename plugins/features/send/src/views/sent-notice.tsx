import { displayAmountIn, textSlice } from '@portico/kernel/contracts'
import { hiddenAmount, Icon, List, Row, shortAddress, useHidesAmounts, useKernel, usePreload, useRead, useSlice, useText } from '@portico/ui'
import { sendReceiptView } from '../refs.js'
import { unseen } from '../sent-log.js'
import { receiptWords } from '../text/receipt-words.js'

const shown = 2

/** What the account has to say of transfers: that they are on their way, and how they ended, until somebody has looked. */
export default function SentNotice() {
  const t = useText(receiptWords)
  const { views } = useKernel()
  const preload = usePreload()
  const language = useSlice(textSlice, state => state.language)
  const transfers = useRead(unseen)
  const hides = useHidesAmounts()
  return (
    <List>
      {transfers.slice(0, shown).map(({ hash, network, status, amount, decimals, symbol, to, name }) => {
        const figures = { amount: hides ? hiddenAmount : displayAmountIn(language)(amount, decimals), symbol }
        const kind = status === 'pending' || status === 'unknown' || status === 'confirmed' ? status : 'failed'
        return (
          <Row
            key={`${network} ${hash}`}
            icon={<Icon name={{ pending: 'up', unknown: 'warn', confirmed: 'check', failed: 'warn' }[kind]} />}
            title={t(`send.notice.${kind}`, figures)}
            detail={<bdi dir="auto">{t('send.notice.to', { recipient: name ?? shortAddress(to) })}</bdi>}
            onClick={() => views.push(sendReceiptView, { hash, network })}
            preload={() => preload(sendReceiptView)}
          />
        )
      })}
    </List>
  )
}
