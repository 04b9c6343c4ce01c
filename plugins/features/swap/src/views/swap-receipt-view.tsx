import { displayText, explorerPage, networkOf, shell, textSlice } from '@portico/kernel/contracts'
import {
  Address,
  Button,
  Caption,
  Fact,
  Icon,
  Receipt,
  Stack,
  useCalls,
  useRead,
  useService,
  useSlice,
  useStyles,
  useText,
  useTitle,
  type ViewProps,
} from '@portico/ui'
import { useEffect } from 'react'
import { isOf, readLog, stateOf } from '../log.js'
import { type swapReceiptView, swapService } from '../refs.js'
import type { SentSwap } from '../swap.js'
import { receiptWords } from '../text/receipt-words.js'
import { isAlike } from './read.js'
import { swapStyles } from './swap.styles.js'

const isUnderWay = ({ status }: SentSwap): boolean => status === 'pending' || status === 'unknown'

/** How far a swap is; once its end is known, its receipt. */
export default function SwapReceiptView({ params }: ViewProps<typeof swapReceiptView>) {
  useStyles(swapStyles)
  const t = useText(receiptWords)
  useTitle(t('swap.receipt'))
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
          <Caption>{t('swap.forgotten')}</Caption>
        </Stack>
      )}
      <Button onClick={back}>{swap && isUnderWay(swap) ? t('swap.receiptClose') : t('swap.receiptDone')}</Button>
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
  const t = useText(receiptWords)
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
      title={t(`swap.state.${state}`)}
      detail={t(`swap.tells.${detailOf(swap)}`)}
      page={page ? { href: page, words: t('swap.explorer', { explorer: displayText(network?.explorer?.name) ?? '' }) } : undefined}
    >
      <Fact name={t('swap.fact.sold')}>
        <bdi>{sold}</bdi>
      </Fact>
      <Fact name={t('swap.fact.bought')}>
        <bdi>{bought}</bdi>
      </Fact>
      {(['to', 'from'] as const).map(
        side =>
          differs?.[side] !== undefined && (
            <Fact key={side} name={t(side === 'to' ? 'swap.fact.realTo' : 'swap.fact.realFrom')}>
              <Address full value={differs[side]} />
            </Fact>
          ),
      )}
      <Fact name={t('swap.fact.on')}>
        <bdi>{displayText(network?.name) ?? id}</bdi>
      </Fact>
      <Fact name={t('swap.fact.when')}>{new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}</Fact>
      {!together && (
        <Fact name={t('swap.fact.hash')} copy={{ value: hash, label: t('swap.fact.copy') }}>
          <Address value={hash} />
        </Fact>
      )}
    </Receipt>
  )
}
