/** The e-mail address in the Connect view. */
import { message } from '@portico/kernel/text'
import {
  Button,
  cancelMessage,
  Icon,
  List,
  Note,
  Row,
  Stack,
  TextField,
  useKernel,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { useState } from 'react'
import {
  emailCodeView,
  emailLoginService,
  emailLoginSlice,
  passkeyLoginService,
  passkeyLoginSlice,
} from '../refs.js'

export default function EmailEntry() {
  const { views } = useKernel()
  const { sendCode, cancel } = useService(emailLoginService)
  const phase = useSlice(emailLoginSlice, state => state.phase)
  const { cancel: cancelPasskey } = useService(passkeyLoginService)
  const passkeyPhase = useSlice(passkeyLoginSlice, state => state.phase)
  const [typed, setTyped] = useState('')
  const [isEdited, setEdited] = useState(true)
  // A row that came while the code view opens would move the field under the person's finger.
  const [hasResumed] = useState(phase.name === 'code')
  const t = useTranslate()
  const isBusy = phase.name === 'sending' || phase.name === 'connecting'
  // A problem is about the address that was sent, so it goes with the next letter.
  const problem = phase.name === 'idle' && !isEdited ? phase.problem : undefined
  return (
    <Stack gap={8}>
      {hasResumed && phase.name === 'code' && (
        <List>
          <Row
            icon={<Icon name="mail" />}
            title={t(message('embedded.email.resume', 'Enter your code'))}
            detail={phase.email}
            onClick={() => views.push(emailCodeView)}
          />
        </List>
      )}
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setEdited(false)
          void sendCode(typed)
        }}
      >
        <Stack gap={8}>
          <TextField
            label={t(message('embedded.email.label', 'E-mail'))}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            enterKeyHint="go"
            maxLength={254}
            value={typed}
            problem={problem && t(problem)}
            onChange={text => {
              setTyped(text)
              setEdited(true)
            }}
          />
          <Button type="submit" variant="soft" busy={isBusy} disabled={!typed.trim()}>
            {t(message('embedded.email.submit', 'Continue with e-mail'))}
          </Button>
        </Stack>
      </form>
      {/* Each button to cancel stands where another one was, so that nothing moves. */}
      {isBusy ? (
        <Button variant="plain" onClick={() => void cancel()}>
          {t(cancelMessage)}
        </Button>
      ) : (
        <PasskeyEntry />
      )}
      {passkeyPhase.name === 'idle' ? (
        <WordsHelp />
      ) : (
        <Button variant="plain" onClick={() => void cancelPasskey()}>
          {t(cancelMessage)}
        </Button>
      )}
    </Stack>
  )
}

/** Logs in with a passkey. No browser says whether there is one, so a new one comes second. */
function PasskeyEntry() {
  const t = useTranslate()
  const { logIn } = useService(passkeyLoginService)
  const phase = useSlice(passkeyLoginSlice, state => state.phase)
  const isIdle = phase.name === 'idle'
  const problem = isIdle ? phase.problem : undefined
  return (
    <Stack gap={8}>
      <Button
        variant="plain"
        icon={passkeyIcon}
        busy={!isIdle}
        onClick={() => void logIn({ isNew: false })}
      >
        {t(message('embedded.passkey', 'Continue with a passkey'))}
      </Button>
      {problem && <Note kind="bad">{t(problem)}</Note>}
      {problem && (
        <Button variant="soft" onClick={() => void logIn({ isNew: true })}>
          {t(message('embedded.passkey.new', 'Make a new wallet with a passkey'))}
        </Button>
      )}
    </Stack>
  )
}

/** Why recovery words are not asked for, and what to do instead. */
function WordsHelp() {
  const t = useTranslate()
  const [isOpen, open] = useState(false)
  return (
    <Stack gap={8}>
      <Button variant="plain" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {t(message('embedded.words', 'I have recovery words'))}
      </Button>
      {isOpen && (
        <Note>
          {t(
            message(
              'embedded.words.help',
              'Words of another wallet are not accepted here: a page that asks for them is a common fraud. Open that wallet in its own app and connect it here, or send from it to a new wallet that you make with your e-mail.',
            ),
          )}
        </Note>
      )}
    </Stack>
  )
}
const passkeyIcon =
  'M10.5 13.5a4 4 0 1 1 3-3.9 4 4 0 0 1-1 2.7L19 19v2h-3v-2h-2v-2h-1.5M8.6 9.6v.01'
