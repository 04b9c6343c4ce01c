import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  cancelMessage,
  Note,
  Stack,
  TextField,
  useKernel,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { updateEmailMessage } from '../account-messages.js'
import { type EmailUpdatePhase, emailUpdateSlice, walletAccountService } from '../account-refs.js'
import { walletUserSlice } from '../refs.js'
import { CodeInput, codeLabelMessage, codeSubmitMessage } from './code-input.js'
import { Problem } from './problem.js'

/** Changes the e-mail address: the new one, then a code of each address. */
export default function UpdateEmailView() {
  const t = useTranslate()
  const { views } = useKernel()
  const phase = useSlice(emailUpdateSlice, state => state.phase)
  const { cancelUpdate } = useService(walletAccountService)
  const cancel = (
    <Button
      variant="plain"
      onClick={() => {
        void cancelUpdate()
        views.back()
      }}
    >
      {t(cancelMessage)}
    </Button>
  )
  if (phase.name === 'done')
    return (
      <Stack gap={16}>
        <Note>
          {t(message('embedded.updated', 'From now on you log in with {email}.'), {
            email: phase.email,
          })}
        </Note>
      </Stack>
    )
  if (phase.name === 'code' || phase.name === 'checking')
    return (
      // Another step than the address, with buttons of its own.
      <Stack key={phase.address} gap={12}>
        <Code phase={phase} />
        {cancel}
      </Stack>
    )
  return (
    <Stack key="address" gap={12}>
      <NewAddress phase={phase} />
      {phase.name === 'confirming' && cancel}
    </Stack>
  )
}

function NewAddress({
  phase,
}: {
  readonly phase: Extract<EmailUpdatePhase, { name: 'idle' | 'confirming' }>
}) {
  const t = useTranslate()
  const { updateEmail } = useService(walletAccountService)
  const [user] = Object.values(useSlice(walletUserSlice, state => state.users))
  const [typed, setTyped] = useState(phase.name === 'confirming' ? phase.email : '')
  const [isEdited, setEdited] = useState(true)
  const problem = phase.name === 'idle' && !isEdited ? phase.problem : undefined
  const isAboutAddress = problem?.id === 'embedded.email.invalid'
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setEdited(false)
        void updateEmail(typed)
      }}
    >
      <Stack gap={12}>
        <Caption>
          {user?.email
            ? t(
                message(
                  'embedded.update.detail',
                  'You log in with {email} now. We send a code to it first, then one to the new address.',
                ),
                { email: user.email },
              )
            : t(
                message(
                  'embedded.update.add',
                  'You log in with a passkey. With an e-mail you can log in on other devices, too.',
                ),
              )}
        </Caption>
        <TextField
          label={t(message('embedded.update.label', 'New e-mail'))}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="go"
          maxLength={254}
          value={typed}
          problem={isAboutAddress && problem ? t(problem) : undefined}
          onChange={text => {
            setTyped(text)
            setEdited(true)
          }}
        />
        <Problem problem={isAboutAddress ? undefined : problem} />
        <Button type="submit" busy={phase.name === 'confirming'} disabled={!typed.trim()}>
          {t(updateEmailMessage)}
        </Button>
      </Stack>
    </form>
  )
}

function Code({
  phase,
}: {
  readonly phase: Extract<EmailUpdatePhase, { name: 'code' | 'checking' }>
}) {
  const t = useTranslate()
  const { submitUpdateCode } = useService(walletAccountService)
  const [user] = Object.values(useSlice(walletUserSlice, state => state.users))
  const [digits, setDigits] = useState('')
  const problem = phase.name === 'code' ? phase.problem : undefined
  // A wrong code is typed again as a whole.
  useEffect(() => {
    if (problem) setDigits('')
  }, [problem])
  const email = phase.address === 'old' ? (user?.email ?? '') : phase.email
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submitUpdateCode(digits)
      }}
    >
      <Stack gap={12}>
        <Caption>
          {phase.address === 'old'
            ? t(message('embedded.update.old', 'Step 1 of 2: the code that we sent to {email}.'), {
                email,
              })
            : t(message('embedded.update.new', 'Step 2 of 2: the code that we sent to {email}.'), {
                email,
              })}
        </Caption>
        <CodeInput
          label={t(codeLabelMessage)}
          value={digits}
          problem={problem && t(problem)}
          onChange={typed => {
            setDigits(typed)
            if (typed.length === 6 && typed !== digits) void submitUpdateCode(typed)
          }}
        />
        <Button type="submit" busy={phase.name === 'checking'} disabled={digits.length < 6}>
          {t(codeSubmitMessage)}
        </Button>
      </Stack>
    </form>
  )
}
