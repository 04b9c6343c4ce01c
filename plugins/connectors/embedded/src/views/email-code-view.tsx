import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  Note,
  Stack,
  useKernel,
  useSecondsUntil,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { emailLoginService, emailLoginSlice } from '../refs.js'
import { CodeInput, codeLabelMessage, codeSubmitMessage } from './code-input.js'

/** Asks for the code of the mail. Six digits are sent at once. */
export default function EmailCodeView() {
  const { views } = useKernel()
  const { submitCode, resend, cancel } = useService(emailLoginService)
  const { phase, resendAt } = useSlice(emailLoginSlice)
  const seconds = useSecondsUntil(resendAt)
  const [digits, setDigits] = useState('')
  const t = useTranslate()
  const problem = phase.name === 'code' ? phase.problem : undefined
  // A wrong code is typed again as a whole.
  useEffect(() => {
    if (problem) setDigits('')
  }, [problem])
  if (phase.name === 'idle')
    return (
      <Note kind="info">
        {t(message('embedded.code.over', 'This login is over. Go back to begin again.'))}
      </Note>
    )
  const isBusy = phase.name !== 'code'
  return (
    <Stack gap={12}>
      <Caption>
        {t(
          message('embedded.code.sent', 'We sent a code to {email}. It is valid for 10 minutes.'),
          {
            email: phase.email,
          },
        )}
      </Caption>
      <form
        onSubmit={event => {
          event.preventDefault()
          void submitCode(digits)
        }}
      >
        <Stack gap={8}>
          <CodeInput
            label={t(codeLabelMessage)}
            value={digits}
            problem={problem && t(problem)}
            onChange={typed => {
              setDigits(typed)
              if (typed.length === 6 && typed !== digits) void submitCode(typed)
            }}
          />
          <Button type="submit" busy={isBusy} disabled={digits.length < 6}>
            {t(codeSubmitMessage)}
          </Button>
        </Stack>
      </form>
      <Button variant="soft" disabled={seconds > 0 || isBusy} onClick={() => void resend()}>
        {seconds > 0
          ? t(message('embedded.code.resendIn', 'Send again in {seconds} s'), { seconds })
          : t(message('embedded.code.resend', 'Send again'))}
      </Button>
      <Button
        variant="plain"
        onClick={() => {
          void cancel()
          views.back()
        }}
      >
        {t(message('embedded.code.other', 'Use another address'))}
      </Button>
    </Stack>
  )
}
