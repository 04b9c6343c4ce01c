import { message } from '@portico/kernel/text'
import {
  appLinks,
  type DirectoryWallet,
  environmentSlice,
  openAppLink,
  openLink,
  universalLink,
} from '@portico/kernel/wallet'
import {
  Button,
  Stack,
  Tabs,
  useKernel,
  useService,
  useSlice,
  useStyles,
  useTitle,
  useTranslate,
  type ViewProps,
  Waiting,
  WalletIcon,
} from '@portico/ui'
import { useLayoutEffect, useState } from 'react'
import { type connectingWalletConnectView, pairingsService } from '../refs.js'
import styles from './pairing.css?inline'
import { PairingButtons, PairingText, Scan, showQrMessage } from './scan.js'
import { noPairing, type PairingView, usePairing } from './use-pairing.js'

const platformMessages = {
  app: message('walletconnect.app', 'App'),
  web: message('walletconnect.web', 'Web'),
  qr: message('walletconnect.qr', 'QR code'),
}

/**
 * Shows a pairing with a wallet. It uses an app on this device, the web, or a code on another
 * device.
 */
export default function ConnectingWalletConnectView({
  params: { wallet },
}: ViewProps<typeof connectingWalletConnectView>) {
  const pairing = usePairing(undefined, wallet)
  const { platforms, open } = usePlatforms(wallet, pairing)
  const [chosen, setChosen] = useState<(typeof platforms)[number]>()
  const [opened, setOpened] = useState(0)
  const t = useTranslate()
  useTitle(wallet.name)
  useStyles(styles)

  const here = useSlice(environmentSlice)
  // Within the tap that chose the wallet, if a link was offered before: phones open an app only
  // then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later link is opened by the button.
  useLayoutEffect(() => {
    const isTap = globalThis.navigator.userActivation?.isActive !== false
    if (
      here.kind === 'mobile' &&
      isTap &&
      pairing.phase.name === 'offered' &&
      platforms[0] === 'app' &&
      open('app', 0)
    )
      setOpened(1)
  }, [])

  // The environment may be detected only after the first render: until the person chooses, the
  // likeliest platform is shown.
  const platform = platforms.find(one => one === chosen) ?? platforms[0] ?? 'qr'
  const choose = (next: typeof chosen) => {
    setChosen(next)
    setOpened(0)
  }
  const panel =
    platform === 'qr' ? (
      <Scan pairing={pairing} wallet={wallet} />
    ) : (
      <Handover
        pairing={pairing}
        wallet={wallet}
        wasOpened={opened > 0}
        open={() => void (open(platform, opened) && setOpened(opened + 1))}
        showQr={() => choose('qr')}
      />
    )
  // All panels have the height of the highest one, so what is below does not move.
  const stacked = (
    <div className="wc-panel">
      {platform !== 'qr' && (
        <div style={{ visibility: 'hidden' }} aria-hidden="true">
          <Scan pairing={noPairing} />
        </div>
      )}
      {panel}
    </div>
  )
  return (
    <Stack gap={16}>
      {platforms[1] ? (
        <Tabs
          label={t(message('walletconnect.platforms', 'Where your wallet is'))}
          tabs={platforms.map(id => ({ id, label: t(platformMessages[id]) }))}
          value={platform}
          onChange={choose}
        >
          {stacked}
        </Tabs>
      ) : (
        panel
      )}
      <PairingButtons pairing={pairing} />
    </Stack>
  )
}

/** Shows the button that opens the wallet's app or web page. */
function Handover(props: {
  readonly pairing: PairingView
  readonly wallet: DirectoryWallet
  readonly wasOpened: boolean
  open(): void
  showQr(): void
}) {
  const { pairing, wallet, wasOpened, open, showQr } = props
  const t = useTranslate()
  const name = { wallet: wallet.name }
  return (
    <div className="wc-handover">
      <div className="wc-calm">
        <Waiting
          state={
            pairing.failure ? 'failed' : pairing.phase.name === 'approved' ? 'done' : 'waiting'
          }
        >
          <WalletIcon name={wallet.name} image={wallet} size={88} />
        </Waiting>
        <PairingText
          pairing={pairing}
          calm={{
            title: t(message('walletconnect.continue', 'Continue in {wallet}'), name),
            detail: t(
              message(
                'walletconnect.continueDetail',
                'Approve there, then come back to this page.',
              ),
            ),
          }}
        />
      </div>
      {!pairing.failure && (
        <Button disabled={pairing.phase.name !== 'offered'} onClick={open}>
          {wasOpened
            ? t(message('walletconnect.reopen', 'Open again'))
            : t(message('walletconnect.open', 'Open the wallet'))}
        </Button>
      )}
      {!pairing.failure && wasOpened && (
        <Button variant="soft" icon="scan" onClick={showQr}>
          {t(showQrMessage)}
        </Button>
      )}
    </div>
  )
}

/**
 * Returns where the wallet can be opened, the likeliest first, and a function that opens it.
 * The links are created before the tap.
 */
function usePlatforms(wallet: DirectoryWallet, { phase }: PairingView) {
  const here = useSlice(environmentSlice)
  const { choose } = useService(pairingsService)
  const kernel = useKernel()
  const report = (error: unknown) => kernel.report(error, 'connector/walletconnect')

  // Which links exist does not depend on the pairing.
  const uri = phase.name === 'offered' ? phase.uri : ''
  const links = appLinks(here, wallet, uri)
  const web = universalLink(wallet.web, uri)
  const apps = [...(links.length ? (['app'] as const) : []), ...(web ? (['web'] as const) : [])]
  const platforms = here.kind === 'mobile' ? [...apps, 'qr' as const] : (['qr', ...apps] as const)
  return {
    platforms,
    /**
     * Opens the wallet. Must run inside the tap: phones open an app only on a user gesture.
     * The first tap tries the universal link; when the person returns and taps again, the
     * scheme. Returns whether something was opened.
     */
    open(platform: 'app' | 'web', times: number): boolean {
      if (platform === 'web') return openLink(web?.redirect, { report })
      const link = links[times % links.length]
      if (!link || !openAppLink(link, { report })) return false
      if (here.kind === 'mobile') choose({ name: wallet.name, href: link.href }).catch(report)
      return true
    },
  }
}
