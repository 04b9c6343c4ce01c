import { shellService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  CopyButton,
  cancelMessage,
  declinedMessage,
  type LoadQr,
  Note,
  notConnectedMessage,
  QrCode,
  type QrCodeProps,
  retryMessage,
  Stack,
  slowMessage,
  Title,
  useQr,
  useService,
  useStyles,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { WalletConnectError } from '../errors.js'
import { renewalAt } from '../pairing-times.js'
import styles from './pairing.css?inline'
import { type PairingView, useNow } from './use-pairing.js'

const copyMessage = /* @__PURE__ */ message('walletconnect.copy', 'Copy link')
export const scanMessage = /* @__PURE__ */ message('walletconnect.scan', 'Scan with your phone')
export const showQrMessage = /* @__PURE__ */ message('walletconnect.showQr', 'Show QR code')

const slowMs = 3_000

export interface ScanProps {
  readonly pairing: PairingView
  /** Shown in the middle of the code. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string } | undefined
  /** Shown while no link is requested. */
  readonly idle?: ScanText
  /** Loads the code that draws the QR code. */
  readonly load?: LoadQr
}
/** Shows a code to scan, and the state of the pairing in words. */
export function Scan({ pairing, wallet, idle, load }: ScanProps) {
  const t = useTranslate()
  const { phase } = pairing
  const qr = useQr(phase.name === 'offered' ? phase.uri : undefined, {
    covered: wallet !== undefined,
    plugin: 'connector/walletconnect',
    load,
  })
  const isMissing = qr === 'missing'
  const instead = {
    title: t(message('walletconnect.noCode', 'The code could not be drawn')),
    detail: t(
      message(
        'walletconnect.noCodeDetail',
        'Copy the link instead, and paste it into your wallet.',
      ),
    ),
  }
  return (
    <Stack gap={12}>
      <QrCode
        qr={isMissing ? undefined : qr}
        instead={markOf(pairing, isMissing)}
        label={t(message('walletconnect.code', 'QR code with the link for your wallet'))}
      >
        {wallet && <WalletIcon name={wallet.name} image={wallet} size={36} />}
      </QrCode>
      <PairingText pairing={pairing} idle={idle} {...(isMissing && { calm: instead })} />
    </Stack>
  )
}

function markOf({ phase, failure }: PairingView, isMissing: boolean): QrCodeProps['instead'] {
  if (failure || isMissing || phase.name === 'expired') return 'failed'
  return phase.name === 'approved' ? 'done' : 'waiting'
}

/**
 * Shows and announces the state of the pairing.
 * The countdown is not announced. The height of the messages that may appear is reserved, in every
 * language.
 */
export function PairingText({
  pairing,
  calm,
  idle,
}: {
  readonly pairing: PairingView
  readonly calm?: ScanText
  readonly idle?: ScanText | undefined
}) {
  useStyles(styles)
  const t = useTranslate()
  const now = useNow()
  const { phase, failure, isRelayLost } = pairing
  const offered: ScanText = calm ?? {
    title: t(scanMessage),
    detail: t(
      message(
        'walletconnect.scanDetail',
        'Open your wallet, find its scanner, and point it at this code.',
      ),
    ),
  }
  const lost: ScanText = {
    title: offered.title,
    detail: t(
      message(
        'walletconnect.lost',
        'The relay cannot be reached right now. Trying again; nothing is lost.',
      ),
    ),
  }
  const slow: ScanText = {
    title: t(message('walletconnect.preparing', 'Preparing a link for your wallet')),
    detail: `${t(slowMessage)}. ${t(message('walletconnect.slowDetail', 'The relay that carries messages to your wallet is slow to answer.'))}`,
  }
  const text = ((): ScanText => {
    if (failure?.declined)
      return {
        title: t(declinedMessage),
        detail: t(
          message('walletconnect.declinedDetail', 'You declined in your wallet. Nothing was sent.'),
        ),
      }
    if (failure) return { title: t(notConnectedMessage), detail: t(failure.problem) }
    if (phase.name === 'expired')
      return {
        title: t(message('walletconnect.expired', 'This code has expired')),
        detail: t(
          message(
            'walletconnect.expiredDetail',
            'You get a new code as soon as the relay answers.',
          ),
        ),
      }
    if (phase.name === 'approved')
      return { title: t(message('walletconnect.approved', 'Your wallet is connected')) }
    if (phase.name === 'offered') return isRelayLost ? lost : offered
    if (idle && phase.name === 'idle') return idle
    return phase.name === 'preparing' && now - phase.since >= slowMs ? slow : { title: slow.title }
  })()
  const seconds =
    phase.name === 'offered' && !failure
      ? Math.ceil((renewalAt(phase.expiresAt) - now) / 1_000)
      : Number.POSITIVE_INFINITY
  const isLast = seconds >= 0 && seconds < 60
  return (
    <div className="wc-words">
      <div role="status">
        {/* Another element for another sentence: text that is replaced counts as moved. */}
        <Sentence key={text.title} {...text} />
      </div>
      {[offered, lost, slow].map(kept => (
        <div key={kept.detail} style={{ visibility: 'hidden' }} aria-hidden="true">
          <Sentence {...kept} />
        </div>
      ))}
      <div
        style={{ visibility: isLast ? 'visible' : 'hidden' }}
        className="wc-renews"
        aria-hidden={!isLast}
      >
        <Caption>
          {t(message('walletconnect.renews', 'New code in {seconds} s'), {
            seconds: isLast ? seconds : 59,
          })}
        </Caption>
      </div>
    </div>
  )
}
export interface ScanText {
  readonly title: string
  readonly detail?: string
}
function Sentence({ title, detail }: ScanText) {
  return (
    <Stack gap={4} align="center">
      <Title>{title}</Title>
      {detail && <Caption>{detail}</Caption>}
    </Stack>
  )
}

/** Shows the button of a pairing: copy the link once there is one, try again after a failure. */
export function PairingButton({
  pairing: { phase, failure, ask },
}: {
  readonly pairing: PairingView
}) {
  const t = useTranslate()
  if (failure) return <Button onClick={ask}>{t(retryMessage)}</Button>
  if (phase.name === 'offered')
    return <CopyButton look="soft" value={phase.uri} label={t(copyMessage)} />
  return (
    <Button variant="soft" icon="copy" disabled>
      {t(copyMessage)}
    </Button>
  )
}

/** The same, and always Cancel. */
export function PairingButtons({ pairing }: { readonly pairing: PairingView }) {
  useStyles(styles)
  const t = useTranslate()
  const { back } = useService(shellService)
  return (
    <div className="wc-buttons">
      <Stack>
        <PairingButton pairing={pairing} />
        <Button variant="plain" onClick={back}>
          {t(cancelMessage)}
        </Button>
      </Stack>
    </div>
  )
}

/** Says that an app without a chain cannot pair. */
export function NoPairableChain() {
  const t = useTranslate()
  return <Note kind="bad">{t(new WalletConnectError('NOTHING_TO_ASK').userMessage)}</Note>
}
