import type { Token } from '@portico/kernel/chain'
import { selectTokenMessage } from '@portico/kernel/chain'
import { displaySymbol } from '@portico/kernel/text'
import {
  changeTokenMessage,
  Pill,
  TokenIcon,
  useKernel,
  usePreload,
  useTranslate,
} from '@portico/ui'
import { swapSelectTokenView } from '../refs.js'

/** Names the token, and opens the list of tokens. */
export function TokenButton({
  token,
  side,
}: {
  readonly token: Token | undefined
  readonly side: 'source' | 'target'
}) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  return (
    <span className={token ? undefined : 'swap-empty'}>
      <Pill
        {...(token && {
          icon: <TokenIcon token={token} size={22} />,
          label: `${t(changeTokenMessage)} ${displaySymbol(token.symbol)}`,
        })}
        onClick={() => views.push(swapSelectTokenView, { side })}
        preload={() => preload(swapSelectTokenView)}
      >
        {token ? displaySymbol(token.symbol) : t(selectTokenMessage)}
      </Pill>
    </span>
  )
}
