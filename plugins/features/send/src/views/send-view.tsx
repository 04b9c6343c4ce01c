import {
  addressesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { connectView } from '@portico/kernel/connect-page'
import {
  displayQuantityIn,
  displaySymbol,
  type Message,
  message,
  textSlice,
  worth,
} from '@portico/kernel/text'
import {
  amountMessage,
  Button,
  Caption,
  connectMessage,
  focusFirstField,
  Note,
  offlineFormMessage,
  Stack,
  useFiat,
  useKernel,
  useOnline,
  useRead,
  useSlice,
  useStyles,
  useTranslate,
  useTypedText,
  type ViewProps,
} from '@portico/ui'
import { type CSSProperties, type FormEvent, useEffect, useId } from 'react'
import type { sendView } from '../refs.js'
import { placeOf, readAmount, shortMessage, switchedMessage, tokenOf } from '../select.js'
import { openId } from '../sent-transfers.js'
import { OpenNote } from './open-note.js'
import { RecipientField } from './recipient-field.js'
import styles from './send.css?inline'
import { TokenLine } from './token-line.js'
import { useSend } from './use-send.js'

/** @public The kernel calls it before it shows the view. */
export { restoreTransfers as prepare } from '../refs.js'

/** Of what is missing: rounded up, so that it is enough. */
const missingDigits = 6

/** How much, of what, to whom. */
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
  const language = useSlice(textSlice, slice => slice.language)
  const isOnline = useOnline()
  const [amount, setAmount] = useTypedText(state.sendTokenAmount, text =>
    call(send.setAmount(text)),
  )
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a link asked for counts once, when the form comes.
  useEffect(() => call(send.begin(params)), [])
  if (!token) return null

  const read = readAmount(state, token)
  const problem = read && 'problem' in read ? read.problem : undefined
  const price = state.holdings.balances.find(holding => holding.token.asset === token.asset)?.price
  const value =
    read && 'amount' in read && price !== undefined
      ? fiat(worth(read.amount, token.decimals, price))
      : undefined
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
  const { phase, recipient } = state
  // What is wrong with the recipient stands at the recipient.
  const failure =
    phase.name === 'editing' &&
    recipient.name !== 'refused' &&
    !phase.problem?.id.startsWith(openId)
      ? phase.problem
      : undefined
  const isChecking = phase.name === 'checking' || state.max === 'asking'
  const symbol = displaySymbol(token.symbol)
  const digits = Math.max(amount.length, 1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOnline) call(send.review())
  }
  return (
    <form className="send-form" onSubmit={submit} noValidate>
      <div className="send-hero">
        <div
          className="send-line"
          dir="ltr"
          style={{ '--digits': digits, '--figures': digits + symbol.length + 1 } as CSSProperties}
        >
          <input
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            maxLength={100}
            dir="ltr"
            placeholder="0"
            aria-label={t(amountMessage, { symbol })}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}p`}
            value={amount}
            readOnly={phase.name === 'signing'}
            onChange={event => setAmount(event.currentTarget.value)}
            ref={focusFirstField}
          />
          <span className="p-cut">{symbol}</span>
        </div>
        <div className="send-fiat p-num">{value}</div>
        <TokenLine token={token} />
      </div>
      <RecipientField />
      <div className="send-notes" id={`${id}p`}>
        {problem ? (
          <Note kind="warn">{inWords(problem)}</Note>
        ) : (
          failure && (
            <Note kind={failure.id === switchedMessage.id ? 'warn' : 'bad'}>
              {inWords(failure)}
            </Note>
          )
        )}
        {recipient.name === 'known' &&
          recipient.warnings.map(warning => (
            <Note key={warning.id} kind="warn">
              {t(warning)}
            </Note>
          ))}
        <OpenNote />
        {!isOnline && <Note kind="warn">{t(offlineFormMessage)}</Note>}
      </div>
      <Button
        type="submit"
        busy={isChecking}
        disabled={
          !isOnline ||
          problem !== undefined ||
          (recipient.name === 'refused' && !recipient.canRetry)
        }
      >
        {phase.name === 'checking'
          ? t(message('send.checking', 'Checking with the network …'))
          : t(message('send.review', 'Review'))}
      </Button>
    </form>
  )
}
