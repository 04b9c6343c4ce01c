import { displayAmountIn, displayText, type NetworkId, networkOf, textSlice } from '@portico/kernel/contracts'
import { hiddenAmount, Icon, List, NoticeRow, shortAddress, useHidesAmounts, useKernel, usePreload, useRead, useSlice, useText } from '@portico/ui'
import { openPayments, type Payment } from '../open.js'
import { sendReceiptView, sendView } from '../refs.js'
import { placeOf } from '../select.js'
import type { SentTransfer } from '../send.js'
import { stateOf, unseen } from '../sent-log.js'
import { receiptWords } from '../text/receipt-words.js'

const shown = 2
const icons = {
  ...{ pending: 'up', unknown: 'warn', absent: 'warn', different: 'warn', cancelled: 'warn', waiting: 'up' },
  ...{ replaced: 'warn', confirmed: 'check', unread: 'warn', failed: 'warn' },
} as const
const kinds: { readonly [State in keyof typeof icons]?: 'warn' | 'bad' } = {
  unknown: 'warn',
  absent: 'warn',
  unread: 'warn',
  replaced: 'warn',
  different: 'bad',
}

/** What the account says of transfers: which may have been sent, which are on their way, and how others ended, until the person has looked. */
export default function SentNotice() {
  const t = useText(receiptWords)
  const kernel = useKernel()
  const { views } = kernel
  const preload = usePreload()
  const language = useSlice(textSlice, state => state.language)
  const open = useRead(openPayments)
  const transfers = useRead(unseen)
  const hides = useHidesAmounts()
  const place = useRead(placeOf)
  const nameOf = (network: NetworkId) => displayText(networkOf(kernel, network)?.name) ?? network
  const figuresOf = ({ amount, decimals, symbol }: Payment) => ({
    amount: hides ? hiddenAmount : displayAmountIn(language)(amount, decimals),
    symbol,
  })
  const detailOf = ({ to, name, differs }: SentTransfer) => {
    if (!differs || differs.isCancel) return t('send.notice.to', { recipient: name ?? shortAddress(to) })
    if (differs.spender !== undefined) return t('send.notice.spender', { spender: shortAddress(differs.spender) })
    const isPayment = [differs.to, differs.from, differs.amount].some(one => one !== undefined)
    return isPayment ? t('send.notice.went', { recipient: shortAddress(differs.to ?? to) }) : t('send.notice.look')
  }
  return (
    <List>
      {open.slice(0, shown).map(({ open: id, wallet, subject, network, from }) => {
        // The form says more of the payments of its own account and network only.
        const isInForm = network === place?.network && from === place.account.address
        return (
          <NoticeRow
            key={id}
            kind="warn"
            icon={<Icon name="warn" />}
            title={t('send.notice.open', figuresOf(subject))}
            detail={<bdi dir="auto">{t('send.notice.check', { wallet })}</bdi>}
            {...(!isInForm && { tag: <bdi>{nameOf(network)}</bdi> })}
            {...(isInForm && { onClick: () => views.push(sendView, undefined), preload: () => preload(sendView) })}
          />
        )
      })}
      {transfers.slice(0, shown).map(transfer => {
        const { hash, network } = transfer
        const state = stateOf(transfer)
        const kind = state === 'expired' ? 'failed' : state
        return (
          <NoticeRow
            key={`${network} ${hash}`}
            kind={kinds[kind]}
            icon={<Icon name={icons[kind]} />}
            title={t(`send.notice.${kind}`, figuresOf(transfer))}
            detail={<bdi dir="auto">{detailOf(transfer)}</bdi>}
            onClick={() => views.push(sendReceiptView, { hash, network })}
            preload={() => preload(sendReceiptView)}
          />
        )
      })}
    </List>
  )
}
