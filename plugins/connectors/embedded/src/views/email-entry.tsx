/** The e-mail address in the Connect view. */
import { message } from '@portico/kernel/text'
import {
  Button,
  cancelMessage,
  Icon,
  List,
  Row,
  Stack,
  TextField,
  useKernel,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { useState } from 'react'
import { emailCodeView, emailLoginService, emailLoginSlice } from '../refs.js'

export default function EmailEntry() {
  const { views } = useKernel()
  const { sendCode, cancel } = useService(emailLoginService)
  const phase = useSlice(emailLoginSlice, state => state.phase)
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
          {isBusy && (
            <Button variant="plain" onClick={() => void cancel()}>
              {t(cancelMessage)}
            </Button>
          )}
        </Stack>
      </form>
    </Stack>
  )
}
