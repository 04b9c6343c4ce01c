import { Button, Stack, useKernel, usePreload, useSay, useStyles, useText } from '@portico/ui'
import { getWalletsView } from '../refs.js'
import { helpWords } from '../text/help-words.js'
import { getWalletTitle } from '../text/titles.js'
import { Drawing } from './drawing.js'
import { helpStyles } from './help.styles.js'

const points = ['login', 'assets', 'keys'] as const

/** What a wallet is good for, in three sentences, and the way to one. */
export default function WhatIsAWalletView() {
  useStyles(helpStyles)
  const { views } = useKernel()
  const preload = usePreload()
  const say = useSay()
  const t = useText(helpWords)
  const ahead = () => preload(getWalletsView)
  return (
    <Stack gap={20}>
      <ul className="p-help">
        {points.map(point => (
          <li key={point}>
            <Drawing of={point} />
            <div>
              <h3>{t(`directory.${point}`)}</h3>
              <p>{t(`directory.${point}Detail`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button onClick={() => views.push(getWalletsView)} onPointerEnter={ahead} onFocus={ahead}>
        {say(getWalletTitle)}
      </Button>
    </Stack>
  )
}
