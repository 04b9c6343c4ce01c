import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  cancelMessage,
  Note,
  Stack,
  useSecondsUntil,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { myFeatureService, myFeatureSlice } from '../refs.js'

const greeting = 'Greetings from here'

export default function MyFeatureView() {
  const { sign, cancel } = useService(myFeatureService)
  const phase = useSlice(myFeatureSlice, state => state.phase)
  const seconds = useSecondsUntil(phase.name === 'checking' ? phase.deadline : undefined)
  const t = useTranslate()
  if (phase.name === 'signing' || phase.name === 'checking')
    return (
      <Stack gap={12}>
        <Caption>
          {phase.name === 'signing'
            ? t(message('my-feature.answer', 'Answer in your wallet'))
            : t(message('my-feature.checking', 'Checking your signature, {seconds} s at most'), {
                seconds,
              })}
        </Caption>
        <Button variant="plain" onClick={() => void cancel()}>
          {t(cancelMessage)}
        </Button>
      </Stack>
    )
  return (
    <Stack gap={12}>
      {phase.name === 'failed' && <Note kind="bad">{t(phase.problem)}</Note>}
      <Caption>
        {t(message('my-feature.about', 'You will sign: {text}'), { text: greeting })}
      </Caption>
      <Button onClick={() => void sign(greeting)}>{t(message('my-feature.sign', 'Sign'))}</Button>
    </Stack>
  )
}
