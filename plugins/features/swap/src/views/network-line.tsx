import { networkOf } from '@portico/kernel/chain'
import { networksView } from '@portico/kernel/connect-page'
import { activeNetwork } from '@portico/kernel/session'
import { displayText } from '@portico/kernel/text'
import {
  Fact,
  Icon,
  networkMessage,
  useKernel,
  usePreload,
  useRead,
  useTranslate,
} from '@portico/ui'

/** Names the network of the swap. Links to the others while the network can still be chosen. */
export function NetworkLine({ canChoose = false }: { readonly canChoose?: boolean }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const name = useRead(read => displayText(networkOf(read, activeNetwork(read))?.name))
  const prepare = () => preload(networksView)
  return (
    <Fact name={t(networkMessage)}>
      {canChoose && views.has(networksView) ? (
        <button
          type="button"
          className="swap-open"
          onClick={() => views.push(networksView)}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          <span className="p-hidden">{t(networkMessage)} </span>
          <bdi>{name}</bdi>
          <Icon name="M9 6l6 6-6 6" size={14} />
        </button>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Fact>
  )
}
