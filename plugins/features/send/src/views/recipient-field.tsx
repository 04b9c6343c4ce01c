import { namesCapability } from '@portico/kernel/capabilities'
import { activeNetwork } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import {
  Address,
  Avatar,
  addressMessage,
  Caption,
  FieldCard,
  hasMouse,
  List,
  Row,
  toMessage,
  useKernel,
  useRead,
  useTranslate,
  useTypedText,
} from '@portico/ui'
import { useId, useRef, useState } from 'react'
import { recents } from '../sent-transfers.js'
import { useSend } from './use-send.js'

const recentMessage = /* @__PURE__ */ message('send.recent', 'Sent to before')

const shownRecents = 3
/** The approximate characters of a line, for browsers without automatic sizing. */
const lineLength = 28

/** The recipient: typed, pasted, or chosen from the recent ones. */
export function RecipientField() {
  const t = useTranslate()
  const kernel = useKernel()
  const { send, state, call } = useSend()
  const { to, recipient, phase } = state
  const network = useRead(activeNetwork)
  const known = useRead(read => recents(read, network))
  const [typed, type] = useTypedText(to, text => call(send.setRecipient(text)))
  /** Joins text that was copied as several lines. */
  const setTyped = (text: string) => type(text.replace(/[\r\n]+/g, ''))
  const sought = typed.trim().toLowerCase()
  const offered = known
    .map(one => ({ ...one, called: [one.to, one.name].flatMap(text => text?.toLowerCase() ?? []) }))
    .filter(
      ({ called }) =>
        phase.name !== 'signing' &&
        !called.includes(sought) &&
        called.some(text => text.includes(sought)),
    )
    .slice(0, shownRecents)
  const [isPasteRefused, refusePaste] = useState(false)
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const hasNames = network !== undefined && kernel.capabilities(namesCapability, network).length > 0

  const paste = async () => {
    try {
      const text = await input.current?.ownerDocument.defaultView?.navigator.clipboard.readText()
      refusePaste(text === undefined)
      if (text) setTyped(text)
    } catch {
      // The browser or the person denied access to the clipboard; pasting by keyboard still works.
      refusePaste(true)
    }
    input.current?.focus()
  }
  const choose = (address: string) => {
    setTyped(address)
    // The row disappears together with its focus. On a phone the keyboard would cover the view.
    if (input.current && hasMouse(input.current)) input.current.focus()
  }
  const below = (() => {
    if (isPasteRefused && !typed)
      return t(
        message('send.pasteFailed', 'Your browser does not let this page paste. Use the keyboard.'),
      )
    if (recipient.name === 'resolving') return t(message('send.resolving', 'Looking up the name …'))
    if (recipient.name === 'refused')
      return <span className="send-bad">{t(recipient.problem)}</span>
    if (recipient.name !== 'known') return undefined
    // The typed text is already shown in full above.
    const isTyped = recipient.address.toLowerCase() === sought
    return (
      <>
        {recipient.profile && recipient.profile.name !== typed.trim() && (
          <bdi>
            {recipient.profile.name}
            {!isTyped && ' · '}
          </bdi>
        )}
        {(!isTyped || recipient.resembles) && (
          <Address full value={recipient.address} unlike={recipient.resembles} />
        )}
      </>
    )
  })()
  return (
    <>
      <FieldCard className="send-card">
        <label htmlFor={id}>{t(toMessage)}</label>
        <div className="send-to">
          <textarea
            ref={input}
            id={id}
            dir={typed ? 'auto' : undefined}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={300}
            placeholder={
              hasNames ? t(message('send.toHintName', 'Address or name')) : t(addressMessage)
            }
            aria-invalid={recipient.name === 'refused' || undefined}
            aria-describedby={`${id}d`}
            value={typed}
            readOnly={phase.name === 'signing'}
            rows={Math.ceil(typed.length / lineLength) || 1}
            onChange={event => setTyped(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.click()
            }}
          />
          {!typed && (
            <button type="button" className="send-paste" onClick={paste}>
              {t(message('send.paste', 'Paste'))}
            </button>
          )}
        </div>
        <div
          className="send-small"
          id={`${id}d`}
          role={recipient.name === 'refused' ? 'alert' : 'status'}
        >
          {below}
        </div>
      </FieldCard>
      {offered.length > 0 && (
        <div>
          <Caption>{t(recentMessage)}</Caption>
          <List label={t(recentMessage)}>
            {offered.map(({ to: address, name }) => (
              <Row
                key={address}
                icon={<Avatar address={address} size={36} />}
                title={name ? <bdi>{name}</bdi> : <Address value={address} />}
                detail={name && <Address value={address} />}
                onClick={() => choose(address)}
              />
            ))}
          </List>
        </div>
      )}
    </>
  )
}
