import { shell } from '@portico/kernel/contracts'
import { Button, Caption, CopyButton, Note, Stack, Title, useSay, useService, useStyles, useText } from '@portico/ui'
import { renewalAt } from '../pairing-times.js'
import { errorWords } from '../text/error-words.js'
import { pairingWords } from '../text/pairing-words.js'
import { pairingStyles } from './pairing.styles.js'
import { QrCode, type QrCodeProps } from './qr-code.js'
import { type PairingView, useNow } from './use-pairing.js'

const slowMs = 3_000

/** A code to scan, and what happens with it, in words. */
export function Scan({ pairing, wallet }: { readonly pairing: PairingView; readonly wallet?: QrCodeProps['wallet'] }) {
  const t = useText(pairingWords)
  const { phase } = pairing
  return (
    <Stack gap={12}>
      <QrCode text={phase.name === 'offered' ? phase.uri : undefined} label={t('walletconnect.code')} wallet={wallet} />
      <PairingWords pairing={pairing} />
    </Stack>
  )
}

/** What happens now: announced to those who do not see it, except for the seconds that pass. */
export function PairingWords({ pairing, calm }: { readonly pairing: PairingView; readonly calm?: { readonly title: string; readonly detail: string } }) {
  const t = useText(pairingWords)
  const say = useSay()
  const now = useNow()
  const { phase, failure, isRelayLost } = pairing
  const words = (() => {
    if (failure) return failure.declined ? [t('walletconnect.declined'), t('walletconnect.declinedDetail')] : [t('walletconnect.failed'), say(failure.problem)]
    if (phase.name === 'expired') return [t('walletconnect.expired'), t('walletconnect.expiredDetail')]
    if (phase.name === 'approved') return [t('walletconnect.approved'), '']
    if (phase.name === 'offered') return calm ? [calm.title, calm.detail] : [t('walletconnect.scan'), t('walletconnect.scanDetail')]
    const isSlow = phase.name === 'preparing' && now - phase.since >= slowMs
    return [t('walletconnect.preparing'), isSlow ? `${t('walletconnect.slow')}. ${t('walletconnect.slowDetail')}` : '']
  })()
  const seconds = phase.name === 'offered' ? Math.ceil((renewalAt(phase.expiresAt) - now) / 1_000) : Number.POSITIVE_INFINITY
  return (
    <>
      <div role="status">
        <Stack gap={4} align="center">
          <Title>{words[0]}</Title>
          {words[1] && <Caption>{words[1]}</Caption>}
        </Stack>
      </div>
      {!failure && seconds >= 0 && seconds < 60 && (
        <Stack align="center">
          <Caption>{t('walletconnect.renews', { seconds })}</Caption>
        </Stack>
      )}
      {!failure && isRelayLost && phase.name === 'offered' && <Note kind="warn">{t('walletconnect.lost')}</Note>}
    </>
  )
}

/** What can be pressed: the link to copy while there is one, another try when it came to nothing, and always the way out. */
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
        ) : (
          phase.name === 'offered' && <CopyButton look="soft" value={phase.uri} label={t('walletconnect.copy')} />
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
