import { appLinks, type DirectoryWallet, environment, message, openAppLink, openLink, universalLink } from '@portico/kernel/contracts'
import { Button, Stack, Tabs, useKernel, useService, useSlice, useStyles, useTitle, useTranslate, type ViewProps, Waiting, WalletIcon } from '@portico/ui'
import { useState } from 'react'
import { type connectingWalletConnectView, deepLinks } from '../refs.js'
import styles from './pairing.css?inline'
import { PairingButtons, PairingWords, Scan } from './scan.js'
import { type PairingView, usePairing } from './use-pairing.js'

const platformMessages = { app: message('walletconnect.app', 'App'), web: message('walletconnect.web', 'Web'), qr: message('walletconnect.qr', 'QR code') }

/** Pairing with a wallet: by its app on this device, on the web, or by a code on another device. */
export default function ConnectingWalletConnectView({ params: { wallet } }: ViewProps<typeof connectingWalletConnectView>) {
  const pairing = usePairing(undefined, wallet)
  const { platforms, open } = useWays(wallet, pairing)
  const [chosen, setChosen] = useState<(typeof platforms)[number]>()
  const [opened, setOpened] = useState(0)
  const t = useTranslate()
  useTitle(wallet.name)
  useStyles(styles)

  // Where this is may be told only after the first look at it: until a person chose, the likeliest of now.
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
  // All panels are as high as the highest: what is below stays where it is.
  const stacked = (
    <div className="wc-panel">
      {platform !== 'qr' && (
        <div style={{ visibility: 'hidden' }} aria-hidden="true">
          <Scan pairing={unanswered} />
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

/** A pairing of which there is nothing to show: for the place of one. */
const unanswered: PairingView = { phase: { name: 'idle' }, isRelayLost: false, failure: undefined, ask: () => undefined }

/** The wallet's app, or its page: one press away. */
function Handover(props: { readonly pairing: PairingView; readonly wallet: DirectoryWallet; readonly wasOpened: boolean; open(): void; showQr(): void }) {
  const { pairing, wallet, wasOpened, open, showQr } = props
  const t = useTranslate()
  const name = { wallet: wallet.name }
  return (
    <div className="wc-handover">
      <div className="wc-calm">
        <Waiting state={pairing.failure ? 'failed' : pairing.phase.name === 'approved' ? 'done' : 'waiting'}>
          <WalletIcon name={wallet.name} src={wallet.imageUrl} size={88} />
        </Waiting>
        <PairingWords
          pairing={pairing}
          calm={{
            title: t(message('walletconnect.continue', 'Continue in {wallet}'), name),
            detail: t(message('walletconnect.continueDetail', 'Approve there, then come back to this page.')),
          }}
        />
      </div>
      {!pairing.failure && (
        <Button disabled={pairing.phase.name !== 'offered'} onClick={open}>
          {wasOpened ? t(message('walletconnect.reopen', 'Open again')) : t(message('walletconnect.open', 'Open the wallet'))}
        </Button>
      )}
      {!pairing.failure && wasOpened && (
        <Button variant="soft" icon="scan" onClick={showQr}>
          {t(message('walletconnect.showQr', 'Show QR code'))}
        </Button>
      )}
    </div>
  )
}

/** Where the wallet can be reached from here, the likeliest first, and what opens it. The links are made before the tap. */
function useWays(wallet: DirectoryWallet, { phase }: PairingView) {
  const here = useSlice(environment)
  const { choose } = useService(deepLinks)
  const kernel = useKernel()
  const report = (error: unknown) => kernel.report(error, 'connector/walletconnect')

  // Which links there are does not depend on the pairing.
  const uri = phase.name === 'offered' ? phase.uri : ''
  const links = appLinks(here, wallet, uri)
  const web = universalLink(wallet.web, uri)
  const apps = [...(links.length ? (['app'] as const) : []), ...(web ? (['web'] as const) : [])]
  const platforms = here.kind === 'mobile' ? [...apps, 'qr' as const] : (['qr', ...apps] as const)
  return {
    platforms,
    /**
     * In the tap itself: a phone opens an app for a person, and for nobody else. The universal link first; when they are back and press again, the scheme. Answers
     * whether something was opened.
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
