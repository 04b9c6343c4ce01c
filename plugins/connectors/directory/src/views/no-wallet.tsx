import { message } from '@portico/kernel/text'
import { Button, useKernel, usePreload, useTranslate } from '@portico/ui'
import { getWalletsView } from '../refs.js'

/** Shown at the foot of the Connect view. */
export default function NoWallet() {
  const { views } = useKernel()
  const preload = usePreload()
  const t = useTranslate()
  const ahead = () => preload(getWalletsView)
  return (
    <Button
      variant="plain"
      onClick={() => views.push(getWalletsView)}
      onPointerEnter={ahead}
      onFocus={ahead}
    >
      {t(message('directory.noWallet', 'I don’t have a wallet'))}
    </Button>
  )
}
