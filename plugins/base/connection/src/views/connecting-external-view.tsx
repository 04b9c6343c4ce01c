import type { connectingExternalView } from '@portico/kernel/connect-page'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { type ConnectionPhase, connectionService, sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  cancelMessage,
  declinedMessage,
  notConnectedMessage,
  openWalletMessage,
  requestWaitsMessage,
  retryMessage,
  Stack,
  slowMessage,
  Title,
  useRead,
  useService,
  useSlice,
  useTitle,
  useTranslate,
  type ViewProps,
  Waiting,
  WalletIcon,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { stoppedMessage } from '../errors.js'
import { waitingStage } from '../session/connection-phase.js'

/**
 * Waits for a wallet: says for what, offers to try again after a while, and can always be
 * cancelled.
 */
export default function ConnectingExternalView({
  params,
}: ViewProps<typeof connectingExternalView>) {
  const { connect, cancel } = useService(connectionService)
  const { back } = useService(shellService)
  const state = useSlice(sessionSlice, ({ connections }) =>
    Object.values(connections).find(({ connector }) => connector === params.connector),
  )
  const connector = useRead(
    read => read.items(connectorsSlot).find(({ id }) => id === params.connector),
    Object.is,
  )
  const phase: ConnectionPhase = state?.phase ?? { name: 'disconnected' }
  const stage = useStage(phase.name === 'connecting' ? phase.since : undefined)
  const t = useTranslate()

  const wallet = state?.wallet.name ?? connector?.name ?? params.connector
  useTitle(wallet)
  const isOver = phase.name === 'failed' || phase.name === 'disconnected'
  const ask = () => {
    cancel(params.connector)
    // This view reads a failure from the session.
    connect(params.connector).catch(() => undefined)
  }
  return (
    <Stack gap={16}>
      <Stack align="center">
        <Waiting state={rings[phase.name]}>
          <WalletIcon
            name={wallet}
            src={state?.wallet.imageUrl}
            image={connector ?? state?.wallet}
            size={88}
          />
        </Waiting>
        <div style={{ display: 'grid' }}>
          <div role="status" style={inOnePlace}>
            <State phase={phase} stage={stage} wallet={wallet} />
          </div>
          {/* Reserves the height of the longer text that follows, in every language. */}
          {phase.name === 'connecting' && stage === 'requesting' && (
            <div style={{ ...inOnePlace, visibility: 'hidden' }}>
              <State phase={phase} stage="slow" wallet={wallet} />
            </div>
          )}
        </div>
      </Stack>
      {/* Reserves the place of both buttons, so that a button never moves under the pointer. */}
      <div style={bothButtons}>
        <Stack>
          {(isOver || stage === 'retry') && (
            <Button variant={isOver ? 'primary' : 'soft'} onClick={ask}>
              {t(retryMessage)}
            </Button>
          )}
          {phase.name !== 'connected' && (
            <Button variant="plain" onClick={back}>
              {t(cancelMessage)}
            </Button>
          )}
        </Stack>
      </div>
    </Stack>
  )
}
const inOnePlace = { gridArea: '1 / 1' }
const bothButtons = { display: 'grid', alignContent: 'end', minHeight: 100 }
const rings = {
  connecting: 'waiting',
  reconnecting: 'waiting',
  connected: 'done',
  failed: 'failed',
  disconnected: 'failed',
} as const

/** The present state as text. */
function State({
  phase,
  stage,
  wallet,
}: {
  readonly phase: ConnectionPhase
  readonly stage: 'requesting' | 'slow' | 'retry'
  readonly wallet: string
}) {
  const t = useTranslate()
  switch (phase.name) {
    case 'failed':
      return (
        <Sentence
          title={t(phase.declined ? declinedMessage : notConnectedMessage)}
          detail={t(phase.problem)}
        />
      )
    case 'disconnected':
      return <Sentence title={t(notConnectedMessage)} detail={t(stoppedMessage, { wallet })} />
    case 'connected':
      return <Sentence title={t(message('connection.done', '{wallet} is connected'), { wallet })} />
    default:
      return (
        <Sentence
          title={t(openWalletMessage, { wallet })}
          detail={
            stage === 'requesting'
              ? t(requestWaitsMessage)
              : `${t(slowMessage)}. ${t(message('connection.slowDetail', '{wallet} may be locked, or its window may be behind this one.'), { wallet })}`
          }
        />
      )
  }
}

function Sentence({ title, detail }: { readonly title: string; readonly detail?: string }) {
  return (
    <Stack gap={4} align="center">
      <Title>{title}</Title>
      {detail && <Caption>{detail}</Caption>}
    </Stack>
  )
}

/** Renders again when the next stage begins. */
function useStage(since: number | undefined) {
  const [now, setNow] = useState(() => Date.now())
  const { stage, next } = waitingStage(since, now)
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(next - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [next])
  return stage
}
