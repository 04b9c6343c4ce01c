import type { Token } from '@portico/kernel/chain'
import { selectTokenMessage } from '@portico/kernel/chain'
import { changeTokenMessage, Pill, TokenIcon, useKernel, usePreload, useTranslate } from '@portico/ui'
import { swapSelectTokenView } from '../refs.js'
import { symbolOf } from './read.js'

/** Which token; leads to the list of tokens. */
export function TokenButton({ token, side }: { readonly token: Token | undefined; readonly side: 'source' | 'target' }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  return (
    <span className={token ? undefined : 'swap-empty'}>
      <Pill
        {...(token && { icon: <TokenIcon token={token} size={22} />, label: `${t(changeTokenMessage)} ${symbolOf(token)}` })}
        onClick={() => views.push(swapSelectTokenView, { side })}
        preload={() => preload(swapSelectTokenView)}
      >
        {token ? symbolOf(token) : t(selectTokenMessage)}
      </Pill>
    </span>
  )
}
