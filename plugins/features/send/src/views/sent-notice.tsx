import { displayAmountIn, displayText, message, type NetworkId, networkOf, textSlice } from '@portico/kernel/contracts'
import {
  checkWalletMessage,
  hiddenAmount,
  Icon,
  List,
  NoticeRow,
  outcomeMessage,
  shortAddress,
  spenderMessage,
  useHidesAmounts,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useTranslate,
  wentToMessage,
} from '@portico/ui'
import { openPayments, type Payment } from '../open.js'
import { sendReceiptView, sendView } from '../refs.js'
import { placeOf } from '../select.js'
import type { SentTransfer } from '../send.js'
import { sentAmountMessage, stateOf, unseen } from '../sent-log.js'

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

const titles = {
  pending: message('send.notice.pending', 'Sending {amount} {symbol}'),
  unknown: message('send.notice.unknown', '{amount} {symbol}: no answer yet'),
  waiting: message('send.notice.waiting', '{amount} {symbol}: waiting for other owners'),
  absent: message('send.notice.absent', '{amount} {symbol}: not known to the network'),
  different: message('send.notice.different', 'Not what you confirmed: {amount} {symbol}'),
  confirmed: sentAmountMessage,
  unread: message('send.notice.unread', '{amount} {symbol}: confirmed, not compared'),
  replaced: message('send.notice.replaced', '{amount} {symbol}: replaced by another transaction'),
  cancelled: message('send.notice.cancelled', '{amount} {symbol}: cancelled, nothing sent'),
  failed: message('send.notice.failed', '{amount} {symbol} not sent'),
}

/** What the account says of transfers: which may have been sent, which are on their way, and how others ended, until the person has looked. */
export default function SentNotice() {
  const t = useTranslate()
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
    if (!differs || differs.isCancel) return t(message('send.notice.to', 'to {recipient}'), { recipient: name ?? shortAddress(to) })
    if (differs.spender !== undefined) return t(spenderMessage, { spender: shortAddress(differs.spender) })
    const isPayment = [differs.to, differs.from, differs.amount].some(one => one !== undefined)
    return isPayment ? t(wentToMessage, { recipient: shortAddress(differs.to ?? to) }) : t(outcomeMessage)
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
            title={t(message('send.notice.open', '{amount} {symbol}: may have been sent'), figuresOf(subject))}
            detail={<bdi dir="auto">{t(checkWalletMessage, { wallet })}</bdi>}
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
            title={t(titles[kind], figuresOf(transfer))}
            detail={<bdi dir="auto">{detailOf(transfer)}</bdi>}
            onClick={() => views.push(sendReceiptView, { hash, network })}
            preload={() => preload(sendReceiptView)}
          />
        )
      })}
    </List>
  )
}
