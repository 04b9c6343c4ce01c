import { shell } from '@portico/kernel/contracts'
import {
  Button,
  Caption,
  CopyButton,
  type LoadQr,
  Note,
  QrCode,
  type QrCodeProps,
  Stack,
  Title,
  useQr,
  useSay,
  useService,
  useStyles,
  useText,
  WalletIcon,
} from '@portico/ui'
import { renewalAt } from '../pairing-times.js'
import { errorWords } from '../text/error-words.js'
import { pairingWords } from '../text/pairing-words.js'
import { pairingStyles } from './pairing.styles.js'
import { type PairingView, useNow } from './use-pairing.js'

const slowMs = 3_000

export interface ScanProps {
  readonly pairing: PairingView
  /** Stands in the middle of the code. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string } | undefined
  /** Brings what draws the code. */
  readonly load?: LoadQr
}
/** A code to scan, and what happens with it, in words. */
export function Scan({ pairing, wallet, load }: ScanProps) {
  const t = useText(pairingWords)
  const { phase } = pairing
  const qr = useQr(phase.name === 'offered' ? phase.uri : undefined, { covered: wallet !== undefined, plugin: 'connector/walletconnect', load })
  const isMissing = qr === 'missing'
  const instead = { title: t('walletconnect.noCode'), detail: t('walletconnect.noCodeDetail') }
  return (
    <Stack gap={12}>
      <QrCode qr={isMissing ? undefined : qr} instead={markOf(pairing, isMissing)} label={t('walletconnect.code')}>
        {wallet && <WalletIcon name={wallet.name} src={wallet.imageUrl} size={36} />}
      </QrCode>
      <PairingWords pairing={pairing} {...(isMissing && { calm: instead })} />
    </Stack>
  )
}

function markOf({ phase, failure }: PairingView, isMissing: boolean): QrCodeProps['instead'] {
  if (failure || isMissing || phase.name === 'expired') return 'failed'
  return phase.name === 'approved' ? 'done' : 'waiting'
}

/** What happens now: announced to those who do not see it, except for the seconds that pass. The place of what may be said meanwhile is kept, in every language. */
export function PairingWords({ pairing, calm }: { readonly pairing: PairingView; readonly calm?: Words }) {
  useStyles(pairingStyles)
  const t = useText(pairingWords)
  const say = useSay()
  const now = useNow()
  const { phase, failure, isRelayLost } = pairing
  const offered: Words = calm ?? { title: t('walletconnect.scan'), detail: t('walletconnect.scanDetail') }
  const lost: Words = { title: offered.title, detail: t('walletconnect.lost') }
  const slow: Words = { title: t('walletconnect.preparing'), detail: `${t('walletconnect.slow')}. ${t('walletconnect.slowDetail')}` }
  const words = ((): Words => {
    if (failure?.declined) return { title: t('walletconnect.declined'), detail: t('walletconnect.declinedDetail') }
    if (failure) return { title: t('walletconnect.failed'), detail: say(failure.problem) }
    if (phase.name === 'expired') return { title: t('walletconnect.expired'), detail: t('walletconnect.expiredDetail') }
    if (phase.name === 'approved') return { title: t('walletconnect.approved') }
    if (phase.name === 'offered') return isRelayLost ? lost : offered
    return phase.name === 'preparing' && now - phase.since >= slowMs ? slow : { title: slow.title }
  })()
  const seconds = phase.name === 'offered' && !failure ? Math.ceil((renewalAt(phase.expiresAt) - now) / 1_000) : Number.POSITIVE_INFINITY
  const isLast = seconds >= 0 && seconds < 60
  return (
    <div className="wc-words">
      <div role="status">
        <Sentence {...words} />
      </div>
      {[offered, lost, slow].map(kept => (
        <div key={kept.detail} style={{ visibility: 'hidden' }} aria-hidden="true">
          <Sentence {...kept} />
        </div>
      ))}
      <div style={{ visibility: isLast ? 'visible' : 'hidden' }} className="wc-renews" aria-hidden={!isLast}>
        <Caption>{t('walletconnect.renews', { seconds: isLast ? seconds : 59 })}</Caption>
      </div>
    </div>
  )
}
export interface Words {
  readonly title: string
  readonly detail?: string
}
function Sentence({ title, detail }: Words) {
  return (
    <Stack gap={4} align="center">
      <Title>{title}</Title>
      {detail && <Caption>{detail}</Caption>}
    </Stack>
  )
}

/** What can be pressed: the link to copy once there is one, another try when it came to nothing, and always the way out. */
export function PairingButtons({ pairing }: { readonly pairing: PairingView }) {
  useStyles(pairingStyles)
  const t = useText(pairingWords)
  const { back } = useService(shell)
  const { phase, failure, ask } = pairing
  return (
    <div className="wc-buttons">
      <Stack>
        {failure ? (
          <Button onClick={ask}>{t('walletconnect.again')}</Button>
        ) : phase.name === 'offered' ? (
          <CopyButton look="soft" value={phase.uri} label={t('walletconnect.copy')} />
        ) : (
          <Button variant="soft" icon="copy" disabled>
            {t('walletconnect.copy')}
          </Button>
        )}
        <Button variant="plain" onClick={back}>
          {t('walletconnect.cancel')}
        </Button>
      </Stack>
    </div>
  )
}

/** An app without a chain has nothing to ask a wallet for. */
export function NothingToAsk() {
  const t = useText(errorWords)
  return <Note kind="bad">{t('walletconnect.error.NOTHING_TO_ASK')}</Note>
}
