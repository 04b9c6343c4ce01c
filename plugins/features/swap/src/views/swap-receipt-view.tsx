import { displayText, explorerPage, type Message, message, networkOf, shell, textSlice } from '@portico/kernel/contracts'
import {
  Address,
  Button,
  Caption,
  closeMessage,
  copyTransactionMessage,
  doneMessage,
  explorerMessage,
  Fact,
  Icon,
  networkMessage,
  Receipt,
  receiptDetails,
  receiptStates,
  Stack,
  sentFromMessage,
  sentToMessage,
  swappedMessage,
  transactionMessage,
  useCalls,
  useRead,
  useService,
  useSlice,
  useStyles,
  useTitle,
  useTranslate,
  type ViewProps,
  whenMessage,
} from '@portico/ui'
import { useEffect } from 'react'
import { isOf, readLog, type SentState, stateOf } from '../log.js'
import { type swapReceiptView, swapService } from '../refs.js'
import type { SentSwap } from '../swap.js'
import { isAlike } from './read.js'
import styles from './swap.css?inline'

const notSwappedMessage = message('swap.state.failed', 'Not swapped')
const states: Readonly<Record<SentState, Message>> = {
  ...receiptStates,
  confirmed: swappedMessage,
  unread: message('swap.state.unread', 'Swapped, not compared'),
  failed: notSwappedMessage,
  expired: notSwappedMessage,
}
const details: Readonly<Record<ReturnType<typeof detailOf>, Message>> = {
  ...receiptDetails,
  together: message('swap.tells.together', 'Your wallet has it and sends it. You may close this.'),
  unknown: message('swap.tells.unknown', 'Your wallet does not know it any more. Look into it before you swap again.'),
  absent: message('swap.tells.absent', 'Your wallet reported a transaction that the network does not know. Check your wallet before you swap again.'),
  failed: message('swap.tells.failed', 'The price moved too far, so the network did not carry it out. You still have your tokens; the fee is spent.'),
  late: message('swap.tells.late', 'It came too late into a block, so the network did not carry it out. You still have your tokens; the fee is spent.'),
  held: message(
    'swap.tells.held',
    'One of its tokens could not be moved, it may be paused, so the network did not carry it out. You still have your tokens; the fee is spent.',
  ),
  expired: message('swap.tells.expired', 'The network never took it in. You still have your tokens.'),
  replaced: message('swap.tells.replaced', 'Another transaction of yours took its place and may have swapped the same. Look at it before you swap again.'),
  cancelled: message('swap.tells.cancelled', 'Your wallet cancelled it. You still have your tokens; the fee of the cancellation is spent.'),
}

const isUnderWay = ({ status }: SentSwap): boolean => status === 'pending' || status === 'unknown'

/** How far a swap is; once its end is known, its receipt. */
export default function SwapReceiptView({ params }: ViewProps<typeof swapReceiptView>) {
  useStyles(styles)
  const t = useTranslate()
  useTitle(t(message('swap.receipt', 'Your swap')))
  const call = useCalls('feature/swap')
  const { back } = useService(shell)
  const { acknowledge } = useService(swapService)
  // It may have got its name since.
  const swap = useRead(read => readLog(read).find(sent => isOf(sent, params) || (sent.id === params.hash && sent.network === params.network)), isAlike)
  const isOver = swap !== undefined && !isUnderWay(swap) && !swap.seen
  useEffect(() => {
    if (isOver) call(acknowledge(swap))
  }, [isOver, acknowledge, call, swap])
  return (
    <Stack gap={16}>
      {swap ? (
        <Sent swap={swap} />
      ) : (
        <Stack align="center">
          <Caption>{t(message('swap.forgotten', 'This swap is not remembered here any more.'))}</Caption>
        </Stack>
      )}
      <Button onClick={back}>{swap && isUnderWay(swap) ? t(closeMessage) : t(doneMessage)}</Button>
    </Stack>
  )
}

/** Which sentence says how far it is. */
function detailOf(swap: SentSwap) {
  const state = stateOf(swap)
  if (state === 'failed') return swap.isLate ? 'late' : swap.isHeld ? 'held' : state
  return state === 'pending' && swap.together ? 'together' : state
}

function Sent({ swap }: { readonly swap: SentSwap }) {
  const t = useTranslate()
  const { status, sold, bought, at, hash, by, together, differs, network: id } = swap
  const state = stateOf(swap)
  const network = useRead(read => networkOf(read, id))
  const language = useSlice(textSlice, state => state.language)
  // What a wallet named by its own order is not in an explorer.
  const page = together || state === 'waiting' ? undefined : explorerPage(network, { hash: by ?? hash })
  const ring = differs || state === 'absent' ? 'failed' : isUnderWay(swap) ? 'waiting' : status === 'confirmed' ? 'done' : 'failed'
  return (
    <Receipt
      state={ring}
      icon={
        <span className="swap-picture">
          <Icon name="swap" size={40} />
        </span>
      }
      title={t(states[state])}
      detail={t(details[detailOf(swap)])}
      page={page ? { href: page, words: t(explorerMessage, { explorer: displayText(network?.explorer?.name) ?? '' }) } : undefined}
    >
      <Fact name={t(message('swap.fact.sold', 'Paid'))}>
        <bdi>{sold}</bdi>
      </Fact>
      <Fact name={t(message('swap.fact.bought', 'Received, about'))}>
        <bdi>{bought}</bdi>
      </Fact>
      {(['to', 'from'] as const).map(
        side =>
          differs?.[side] !== undefined && (
            <Fact key={side} name={t(side === 'to' ? sentToMessage : sentFromMessage)}>
              <Address full value={differs[side]} />
            </Fact>
          ),
      )}
      <Fact name={t(networkMessage)}>
        <bdi>{displayText(network?.name) ?? id}</bdi>
      </Fact>
      <Fact name={t(whenMessage)}>{new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}</Fact>
      {!together && (
        <Fact name={t(transactionMessage)} copy={{ value: hash, label: t(copyTransactionMessage) }}>
          <Address value={hash} />
        </Fact>
      )}
    </Receipt>
  )
}
