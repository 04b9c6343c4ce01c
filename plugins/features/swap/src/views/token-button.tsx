import type { Token } from '@portico/kernel/contracts'
import { Pill, TokenIcon, useKernel, usePreload, useText } from '@portico/ui'
import { swapSelectTokenView } from '../refs.js'
import { formWords } from '../text/form-words.js'
import { symbolOf } from './read.js'

/** Which token; leads to the list of tokens. */
export function TokenButton({ token, side }: { readonly token: Token | undefined; readonly side: 'source' | 'target' }) {
  const t = useText(formWords)
  const { views } = useKernel()
  const preload = usePreload()
  return (
    <span className={token ? undefined : 'swap-empty'}>
      <Pill
        {...(token && { icon: <TokenIcon token={token} size={22} />, label: `${t('swap.change')} ${symbolOf(token)}` })}
        onClick={() => views.push(swapSelectTokenView, { side })}
        preload={() => preload(swapSelectTokenView)}
      >
        {token ? symbolOf(token) : t('swap.choose')}
      </Pill>
    </span>
  )
}
