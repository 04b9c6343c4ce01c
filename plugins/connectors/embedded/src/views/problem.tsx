import { type Message, message, sentenceOf } from '@portico/kernel/text'
import { Button, Note, retryMessage, Stack, useService, useSlice, useTranslate } from '@portico/ui'
import {
  emailLoginService,
  emailLoginSlice,
  passkeyLoginService,
  walletUserSlice,
} from '../refs.js'

export interface ProblemProps {
  readonly problem?: Message | undefined
  /** Instead of a problem. */
  readonly error?: unknown
  /** Offers "Try again". */
  readonly onRetry?: () => void
}
/** What failed, and what to press. A login that is too old can be repeated here. */
export function Problem({
  error,
  problem = error === undefined ? undefined : sentenceOf(error),
  onRetry,
}: ProblemProps) {
  const t = useTranslate()
  const { sendCode } = useService(emailLoginService)
  const { logIn } = useService(passkeyLoginService)
  const phase = useSlice(emailLoginSlice, state => state.phase)
  const [user] = Object.values(useSlice(walletUserSlice, state => state.users))
  if (!problem) return null
  const isTooOld = problem.id === 'embedded.error.LOGIN_TOO_OLD'
  const refused = isTooOld && phase.name === 'idle' ? phase.problem : undefined
  const logInAgain = () => void (user?.email ? sendCode(user.email) : logIn({ isNew: false }))
  return (
    <Stack gap={8}>
      <Note kind="bad">{t(problem)}</Note>
      {refused && <Note kind="bad">{t(refused)}</Note>}
      {isTooOld ? (
        <Button variant="soft" busy={phase.name === 'sending'} onClick={logInAgain}>
          {t(message('embedded.logInAgain', 'Log in again'))}
        </Button>
      ) : (
        onRetry && (
          <Button variant="soft" icon="retry" onClick={onRetry}>
            {t(retryMessage)}
          </Button>
        )
      )}
    </Stack>
  )
}
