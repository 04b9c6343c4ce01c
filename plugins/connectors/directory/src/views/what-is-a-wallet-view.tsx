import { message } from '@portico/kernel/text'
import { Button, Stack, Title, useKernel, usePreload, useStyles, useTranslate } from '@portico/ui'
import { getWalletsView, titles } from '../refs.js'
import { Drawing } from './drawing.js'
import styles from './what-is-a-wallet.css?inline'

const points = [
  {
    drawing: 'login',
    title: message('directory.login', 'One sign-in for many apps'),
    detail: message(
      'directory.loginDetail',
      'A wallet signs you in to apps like this one: no account to create, no password to remember.',
    ),
  },
  {
    drawing: 'assets',
    title: message('directory.assets', 'Everything you own, in one place'),
    detail: message(
      'directory.assetsDetail',
      'It keeps your coins, tokens and collectibles, and shows you what you agree to before anything happens.',
    ),
  },
  {
    drawing: 'keys',
    title: message('directory.keys', 'Only you hold the keys'),
    detail: message(
      'directory.keysDetail',
      'Keep the recovery phrase of your wallet secret: no app and no support team ever needs it.',
    ),
  },
] as const

/** Explains what a wallet is for in three sentences, and links to suggested wallets. */
export default function WhatIsAWalletView() {
  useStyles(styles)
  const { views } = useKernel()
  const preload = usePreload()
  const t = useTranslate()
  const ahead = () => preload(getWalletsView)
  return (
    <Stack gap={20}>
      <ul className="p-help">
        {points.map(({ drawing, title, detail }) => (
          <li key={drawing}>
            <Drawing of={drawing} />
            <div>
              <h3>{t(title)}</h3>
              <p>{t(detail)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button onClick={() => views.push(getWalletsView)} onPointerEnter={ahead} onFocus={ahead}>
        {t(titles.getWallet)}
      </Button>
    </Stack>
  )
}

/** The same beside the ways to connect, under a title of its own. */
export function WhatIsAWalletPane() {
  const t = useTranslate()
  return (
    <Stack gap={16}>
      <Title>{t(titles.help)}</Title>
      <WhatIsAWalletView />
    </Stack>
  )
}
