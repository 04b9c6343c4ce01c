import { Button, useKernel, usePreload, useText } from '@portico/ui'
import { getWalletsView } from '../refs.js'
import { helpWords } from '../text/help-words.js'

/** At the foot of the Connect view. */
export default function NoWallet() {
  const { views } = useKernel()
  const preload = usePreload()
  const t = useText(helpWords)
  const ahead = () => preload(getWalletsView)
  return (
    <Button variant="plain" onClick={() => views.push(getWalletsView)} onPointerEnter={ahead} onFocus={ahead}>
      {t('directory.noWallet')}
    </Button>
  )
}
