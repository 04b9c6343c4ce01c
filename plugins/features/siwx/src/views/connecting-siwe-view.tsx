import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  retryMessage,
  Stack,
  Title,
  useService,
  useTranslate,
  Waiting,
  WalletIcon,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { siwxService } from '../refs.js'
import { useSignIn } from './use-sign-in.js'

/** Milliseconds of waiting for the wallet, after which the view says more. */
const timeoutMs = { slow: 3_000, retry: 5_000 }

/**
 * Waits for the wallet to sign.
 * Says what is being signed, offers to ask again after a while, and always offers to go back.
 */
export default function ConnectingSiweView() {
  const t = useTranslate()
  const { sign, stopWaiting } = useService(siwxService)
  const { phase, wallet } = useSignIn()
  const since = phase.name === 'signing' ? phase.since : undefined
  const waited = useWaited(since)
  const isKept = phase.name === 'keeping'
  const again = () => void stopWaiting().then(sign)
  return (
    <Stack gap={16}>
      <Stack align="center">
        <Waiting state={isKept ? 'done' : 'waiting'}>
          <WalletIcon name={wallet.name} image={wallet} size={88} />
        </Waiting>
        <div role="status">
          <Stack gap={4} align="center">
            <Title>
              {t(
                isKept
                  ? message('siwx.signed', '{wallet} has signed')
                  : message('siwx.open', 'Open {wallet} to sign'),
                { wallet: wallet.name },
              )}
            </Title>
            <Caption>
              {isKept
                ? t(message('siwx.keeping', 'Verifying the signature'))
                : waited >= timeoutMs.slow
                  ? t(
                      message(
                        'siwx.slow',
                        'Taking longer than usual. Look for a window of {wallet}.',
                      ),
                      { wallet: wallet.name },
                    )
                  : t(message('siwx.waits', 'The request is waiting for your approval.'))}
            </Caption>
          </Stack>
        </div>
      </Stack>
      {/* Keeps the place of both buttons, so that a pressed one does not move. */}
      <div style={{ display: 'grid', alignContent: 'end', minHeight: 104 }}>
        <Stack>
          {waited >= timeoutMs.retry && (
            <Button variant="soft" onClick={again}>
              {t(retryMessage)}
            </Button>
          )}
          <Button variant="plain" onClick={() => void stopWaiting()}>
            {t(message('siwx.stop', 'Back to the message'))}
          </Button>
        </Stack>
      </div>
    </Stack>
  )
}

/** Returns the milliseconds since `since`, updated when a limit of `timeoutMs` has passed. */
function useWaited(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const waited = since === undefined ? 0 : Math.max(now - since, 0)
  const next =
    since === undefined ? undefined : [timeoutMs.slow, timeoutMs.retry].find(ms => ms > waited)
  useEffect(() => {
    if (since === undefined || next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(since + next - Date.now(), 0) + 1)
    return () => clearTimeout(timer)
  }, [since, next])
  return waited
}
