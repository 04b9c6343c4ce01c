import { activeNetwork, displayText, networkOf, networksView } from '@portico/kernel/contracts'
import { Fact, Icon, useKernel, usePreload, useRead, useText } from '@portico/ui'
import { formWords } from '../text/form-words.js'

/** On which network. Leads to the others from where it can still be chosen. */
export function NetworkLine({ canChoose = false }: { readonly canChoose?: boolean }) {
  const t = useText(formWords)
  const { views } = useKernel()
  const preload = usePreload()
  const name = useRead(read => displayText(networkOf(read, activeNetwork(read))?.name))
  const prepare = () => preload(networksView)
  return (
    <Fact name={t('swap.network')}>
      {canChoose && views.has(networksView) ? (
        <button type="button" className="swap-open" onClick={() => views.push(networksView)} onPointerEnter={prepare} onFocus={prepare}>
          <span className="p-hidden">{t('swap.network')} </span>
          <bdi>{name}</bdi>
          <Icon name="M9 6l6 6-6 6" size={14} />
        </button>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Fact>
  )
}
