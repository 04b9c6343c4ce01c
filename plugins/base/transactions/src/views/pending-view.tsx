import { KernelError } from '@portico/kernel'
import { declinedInWalletMessage, type Fee, type Replacement } from '@portico/kernel/capabilities'
import { networkOf } from '@portico/kernel/chain'
import { connectedAccount, sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import {
  displayAmountIn,
  displayText,
  failureMessage,
  type Message,
  ModalError,
  message,
  sentenceOf,
  textSlice,
  withValues,
} from '@portico/kernel/text'
import {
  isEntryOf,
  type OutboxEntry,
  outboxEntries,
  outboxService,
  type pendingView,
  transactionState,
} from '@portico/kernel/transactions'
import { walletProblem } from '@portico/kernel/wallet'
import {
  Button,
  Caption,
  doneMessage,
  Note,
  openWalletMessage,
  requestWaitsMessage,
  retryMessage,
  Skeleton,
  Stack,
  sponsoredMessage,
  stopWaitingMessage,
  Title,
  useKernel,
  useRead,
  useService,
  useSlice,
  useTask,
  useTitle,
  useTranslate,
  type ViewProps,
  Waiting,
  WalletIcon,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { isPending } from '../outbox.js'
import type { OutboxContext } from '../refs.js'
import { isUnsupported } from '../replace.js'
import { restore } from '../restore.js'
import { wordingOf } from '../wording.js'

/** @public The kernel calls it before it shows the view. */
export const prepare = (context: OutboxContext): Promise<void> => restore(context)

type Kind = Replacement['kind']
/** Every step that waits ends by itself: `Outbox` gives reading 15 s and the wallet 10 minutes. */
type Phase =
  | { readonly name: 'reading' }
  | { readonly name: 'choosing'; readonly options: readonly Replacement[] }
  | { readonly name: 'requesting'; readonly kind: Kind }
  | { readonly name: 'sent'; readonly kind: Kind; readonly isSure: boolean }
  | { readonly name: 'unread' }
  | { readonly name: 'removing' }

const overMessage = /* @__PURE__ */ message(
  'transactions.pending.over',
  'This transaction is not pending any more.',
)

/** Speeds a pending transaction up, cancels it, or removes it from the list. */
export default function PendingView({ params }: ViewProps<typeof pendingView>) {
  const t = useTranslate()
  const { back } = useService(shellService)
  useTitle(t(message('transactions.pending', 'Pending transaction')))
  const entry = useRead(read => outboxEntries(read).find(one => isEntryOf(one, params)))
  if (!entry || !isPending(entry))
    return (
      <Stack gap={16}>
        <Caption>{t(overMessage)}</Caption>
        <Button onClick={back}>{t(doneMessage)}</Button>
      </Stack>
    )
  return <Choices entry={entry} />
}

function Choices({ entry }: { readonly entry: OutboxEntry }) {
  const t = useTranslate()
  const kernel = useKernel()
  const { back } = useService(shellService)
  const { replacements, replace, remove } = useService(outboxService)
  const [phase, setPhase] = useState<Phase>({ name: 'reading' })
  const [problem, setProblem] = useState<Message>()
  const wallet = useWalletOf(entry)
  const { hash, network } = entry

  const [, readOptions] = useTask(async signal => {
    setPhase({ name: 'reading' })
    try {
      const options = await replacements({ hash, network }, signal)
      if (!signal.aborted) setPhase({ name: 'choosing', options })
    } catch (error) {
      if (signal.aborted) return
      setPhase({ name: 'unread' })
      const isOfNetwork = error instanceof ModalError || error instanceof KernelError
      if (!isOfNetwork) kernel.report(error, 'base/transactions')
    }
  })
  useEffect(readOptions, [readOptions])
  const [, ask, stop] = useTask(async (signal, option: Replacement) => {
    setProblem(undefined)
    setPhase({ name: 'requesting', kind: option.kind })
    try {
      const { isSure } = await replace({ hash, network }, option, signal)
      if (!signal.aborted) setPhase({ name: 'sent', kind: option.kind, isSure })
    } catch (error) {
      if (signal.aborted) return
      setProblem(problemOf(error, wallet.name))
      readOptions()
    }
  })
  const [{ busy: isRemoving }, confirmRemoval] = useTask(async () => {
    await remove({ hash, network })
    back()
  })

  if (phase.name === 'removing')
    return (
      <Stack gap={16}>
        <Title>{t(message('transactions.remove.ask', 'Remove this transaction?'))}</Title>
        <Note kind="warn">
          {t(
            message(
              'transactions.remove.detail',
              'Your payment may still happen: removing it here does not cancel it. Check your wallet before you pay again.',
            ),
          )}
        </Note>
        <Button variant="danger" busy={isRemoving} onClick={() => confirmRemoval()}>
          {t(message('transactions.remove.confirm', 'Remove'))}
        </Button>
        <Button variant="plain" onClick={() => readOptions()}>
          {t(message('transactions.remove.keep', 'Keep'))}
        </Button>
      </Stack>
    )
  if (phase.name === 'requesting')
    return (
      <Stack align="center" gap={16}>
        <Waiting state="waiting">
          <WalletIcon name={wallet.name} image={wallet} size={88} />
        </Waiting>
        <Stack gap={4} align="center">
          <Title>{t(openWalletMessage, { wallet: wallet.name })}</Title>
          <Caption>{t(requestWaitsMessage)}</Caption>
        </Stack>
        <Button
          variant="plain"
          onClick={() => {
            stop()
            readOptions()
          }}
        >
          {t(stopWaitingMessage)}
        </Button>
      </Stack>
    )
  if (phase.name === 'sent')
    return (
      <Stack gap={16}>
        <EntryTitle entry={entry} />
        <Note kind={phase.isSure ? 'info' : 'warn'}>{t(sentWords(phase))}</Note>
        <Button onClick={back}>{t(doneMessage)}</Button>
      </Stack>
    )
  const options = phase.name === 'choosing' ? phase.options : []
  return (
    <Stack gap={16}>
      <EntryTitle entry={entry} />
      {problem && <Note kind="bad">{t(problem)}</Note>}
      {phase.name === 'reading' && (
        <div aria-busy="true">
          <Skeleton rows={2} />
        </div>
      )}
      {phase.name === 'unread' && (
        <>
          <Note kind="warn">
            {t(
              message(
                'transactions.pending.unread',
                'The network does not say whether this can be replaced. Nothing was sent.',
              ),
            )}
          </Note>
          <Button variant="soft" onClick={() => readOptions()}>
            {t(retryMessage)}
          </Button>
        </>
      )}
      {phase.name === 'choosing' && !options.length && (
        <Caption>
          {t(
            message(
              'transactions.pending.none',
              'This transaction cannot be sped up or cancelled from here. Your wallet may be able to.',
            ),
          )}
        </Caption>
      )}
      {options.map(option => (
        <Option key={option.kind} option={option} entry={entry} onChoose={() => ask(option)} />
      ))}
      {/* Not before the options, which would move it. */}
      {phase.name !== 'reading' && (
        <Button variant="plain" icon="trash" onClick={() => setPhase({ name: 'removing' })}>
          {t(message('transactions.pending.remove', 'Remove from this list'))}
        </Button>
      )}
    </Stack>
  )
}

function Option({
  option,
  entry: { network: id },
  onChoose,
}: {
  readonly option: Replacement
  readonly entry: OutboxEntry
  readonly onChoose: () => void
}) {
  const t = useTranslate()
  const { kind, fee } = option
  const feeText = useFeeText(id, fee)
  return (
    <Stack gap={8}>
      <Button variant={kind === 'speedUp' ? 'primary' : 'soft'} onClick={onChoose}>
        {t(
          kind === 'speedUp'
            ? message('transactions.speedUp', 'Speed up')
            : message('transactions.cancel', 'Cancel transaction'),
        )}
      </Button>
      <Caption>
        {t(
          kind === 'speedUp'
            ? message(
                'transactions.speedUp.detail',
                'Sends the same payment with a higher fee, at most {fee}. Only one of the two can happen.',
              )
            : message(
                'transactions.cancel.detail',
                'Takes its place with a payment of nothing to yourself, for a fee of at most {fee}. A wallet that orders transactions itself may not do this: then your payment still happens.',
              ),
          { fee: feeText },
        )}
      </Caption>
    </Stack>
  )
}

function useFeeText(id: OutboxEntry['network'], fee: Fee): string {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const coin = useRead(read => networkOf(read, id)?.nativeCurrency)
  if (fee.kind === 'sponsored' || !coin) return t(sponsoredMessage)
  const { decimals, symbol } = coin
  return `${displayAmountIn(language, 6)(fee.amount, decimals, true)} ${displayText(symbol) ?? ''}`
}
function useWalletOf({ network, from }: OutboxEntry) {
  return useRead(read => {
    const account = connectedAccount(read, network, from)
    const connection = account && read.state(sessionSlice).connections[account.connection]
    return connection?.wallet ?? { name: '' }
  })
}
/** What the host says that it does, else the words of its feature. */
function EntryTitle({ entry }: { readonly entry: OutboxEntry }) {
  const t = useTranslate()
  const kernel = useKernel()
  const wording = wordingOf(kernel, entry)
  const description = displayText(wording.activity(entry).description, 200)
  return <Title>{description ?? t(wording.title(kernel, transactionState(entry), entry))}</Title>
}

function sentWords({ kind, isSure }: Extract<Phase, { name: 'sent' }>): Message {
  if (kind === 'speedUp')
    return isSure
      ? message(
          'transactions.speedUp.sent',
          'Sent with a higher fee. The network takes one of the two; your activity shows which.',
        )
      : message(
          'transactions.speedUp.unsure',
          'The network does not say whether the higher fee was sent. Only one of the two can happen; your activity shows which.',
        )
  return isSure
    ? message(
        'transactions.cancel.sent',
        'The cancellation is on its way. The network takes one of the two; your activity shows which.',
      )
    : message(
        'transactions.cancel.unsure',
        'Your wallet sent the cancellation as a transaction of its own, as far as can be known. Your payment may still happen.',
      )
}
function problemOf(error: unknown, wallet: string): Message {
  if (walletProblem(error).kind === 'declined')
    return withValues(declinedInWalletMessage, { wallet })
  return isUnsupported(error)
    ? message(
        'transactions.pending.unsupported',
        '{wallet} does not do this for other apps. Look for the transaction in {wallet}. Nothing was sent.',
        { wallet },
      )
    : (sentenceOf(error) ?? failureMessage)
}
