import {
  addressesCapability,
  digitsMessage,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { connectView } from '@portico/kernel/connect-page'
import {
  displayQuantityIn,
  displaySymbol,
  type Message,
  message,
  textSlice,
  withValues,
  worth,
} from '@portico/kernel/text'
import {
  AmountInput,
  amountMessage,
  Button,
  Caption,
  connectMessage,
  enterAmountMessage,
  Note,
  offlineFormMessage,
  reviewMessage,
  Stack,
  useFiat,
  useKernel,
  useOnline,
  useRead,
  useSlice,
  useStyles,
  useTranslate,
  useTypedAmount,
  type ViewProps,
} from '@portico/ui'
import { type CSSProperties, type FormEvent, useEffect, useId } from 'react'
import type { sendView } from '../refs.js'
import { placeOf, readAmount, shortMessage, switchedMessage, tokenOf } from '../select.js'
import type { SendState } from '../send.js'
import { openId } from '../sent-transfers.js'
import { OpenNote } from './open-note.js'
import { RecipientField } from './recipient-field.js'
import styles from './send.css?inline'
import { TokenLine } from './token-line.js'
import { useSend } from './use-send.js'

/** @public The kernel calls it before it shows the view. */
export { restoreTransfers as prepare } from '../refs.js'

/** The digits of a missing amount, rounded up so that it is enough. */
const missingDigits = 6

/** The form: amount, token and recipient. */
export default function SendView({ params }: ViewProps<typeof sendView>) {
  const t = useTranslate()
  const place = useRead(placeOf)
  const canSend = useRead(
    read =>
      !!place &&
      [addressesCapability, transfersCapability, transactionsCapability].every(ref =>
        read.capability(ref as typeof addressesCapability, place.network),
      ),
  )
  const kernel = useKernel()
  if (!place)
    return (
      <Stack gap={16} align="center">
        <Caption>{t(message('send.nobody', 'Connect a wallet to send.'))}</Caption>
        {kernel.views.has(connectView) && (
          <Button onClick={() => kernel.views.reset(connectView)}>{t(connectMessage)}</Button>
        )}
      </Stack>
    )
  if (!canSend)
    return (
      <Note kind="warn">
        {t(message('send.unsupported', 'Sending is not available on this network.'))}
      </Note>
    )
  return <Form key={`${place.network}:${place.account.address}`} {...(params && { params })} />
}

function Form({ params }: { readonly params?: NonNullable<ViewProps<typeof sendView>['params']> }) {
  useStyles(styles)
  const t = useTranslate()
  const fiat = useFiat()
  const { send, state, call } = useSend()
  const token = useRead(tokenOf)
  const isOnline = useOnline()
  const amount = useTypedAmount(
    state.sendTokenAmount,
    text => call(send.setAmount(text)),
    token?.decimals,
  )
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the params of a link count once, when the form opens.
  useEffect(() => call(send.begin(params)), [])
  if (!token) return null

  const read = readAmount(state, token)
  const problem = read && 'problem' in read ? read.problem : undefined
  const price = state.holdings.balances.find(holding => holding.token.asset === token.asset)?.price
  const value =
    read && 'amount' in read && price !== undefined
      ? fiat(worth(read.amount, token.decimals, price))
      : undefined
  const { phase } = state
  const symbol = displaySymbol(token.symbol)
  const digits = Math.max(amount.text.length, 1)
  /** The button names the next step: it leads to the field that is missing, then to the review. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = missingField(state, token)
    if (missing) event.currentTarget.querySelector<HTMLElement>(missing)?.focus()
    else if (isOnline) call(send.review())
  }
  return (
    <form className="send-form" onSubmit={submit} noValidate>
      <div className="send-hero">
        <div
          className="send-line"
          dir="ltr"
          style={{ '--digits': digits, '--figures': digits + symbol.length + 1 } as CSSProperties}
        >
          <AmountInput
            isFirst
            amount={amount}
            enterKeyHint="next"
            aria-label={t(amountMessage, { symbol })}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}p`}
            readOnly={phase.name === 'signing'}
          />
          <span className="p-cut">{symbol}</span>
        </div>
        <div className="send-fiat p-num">{value}</div>
        <TokenLine token={token} />
      </div>
      <RecipientField />
      <div className="send-notes" id={`${id}p`}>
        <Notes token={token} isCut={amount.isCut} />
        {!isOnline && <Note kind="warn">{t(offlineFormMessage)}</Note>}
      </div>
      <Next token={token} />
    </form>
  )
}

/** Returns the selector of the first field that is missing. */
function missingField(state: SendState, token: Token): 'input' | 'textarea' | undefined {
  const read = readAmount(state, token)
  const isAmountMissing = !read || ('amount' in read && read.amount === 0n)
  if (state.max === 'off' && isAmountMissing) return 'input'
  return state.recipient.name === 'none' ? 'textarea' : undefined
}
const nextMessages = {
  input: enterAmountMessage,
  textarea: message('send.enterAddress', 'Enter an address'),
  none: reviewMessage,
}

function Next({ token }: { readonly token: Token }) {
  const t = useTranslate()
  const { state } = useSend()
  const isOnline = useOnline()
  const { phase, recipient, max } = state
  const missing = missingField(state, token)
  const read = readAmount(state, token)
  const isRefused =
    (read && 'problem' in read) || (recipient.name === 'refused' && !recipient.canRetry)
  return (
    <Button
      type="submit"
      busy={phase.name === 'checking' || max === 'loading'}
      disabled={!missing && (!isOnline || isRefused === true)}
    >
      {phase.name === 'checking'
        ? t(message('send.checking', 'Checking with the network …'))
        : t(nextMessages[missing ?? 'none'])}
    </Button>
  )
}

/** Shows the problem that prevents a review, and the warnings. */
function Notes({ token, isCut }: { readonly token: Token; readonly isCut: boolean }) {
  const t = useTranslate()
  const { state } = useSend()
  const language = useSlice(textSlice, slice => slice.language)
  const { phase, recipient } = state
  const read = readAmount(state, token)
  // A problem of the recipient is shown at its field.
  const failure =
    phase.name === 'editing' &&
    recipient.name !== 'refused' &&
    !phase.problem?.id.startsWith(openId)
      ? phase.problem
      : undefined
  const cut = isCut
    ? withValues(digitsMessage, { symbol: displaySymbol(token.symbol), digits: token.decimals })
    : undefined
  const warning = read && 'problem' in read ? read.problem : cut
  const shown = warning ?? failure
  const isWarning = warning !== undefined || failure?.id === switchedMessage.id
  const inWords = ({ id, en, values }: Message) =>
    t({
      id,
      en,
      values: {
        ...values,
        ...(id === shortMessage.id && {
          missing: displayQuantityIn(language, missingDigits)(String(values?.missing), true),
        }),
      },
    })
  return (
    <>
      {shown && <Note kind={isWarning ? 'warn' : 'bad'}>{inWords(shown)}</Note>}
      {recipient.name === 'known' &&
        recipient.warnings.map(warning => (
          <Note key={warning.id} kind="warn">
            {t(warning)}
          </Note>
        ))}
      <OpenNote />
    </>
  )
}
