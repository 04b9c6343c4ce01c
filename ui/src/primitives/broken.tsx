import { useText } from '../react/use-text.js'
import { en } from '../text/en.js'

export interface BrokenProps {
  /** `broken`: it threw. `unloaded`: its code did not arrive. */
  readonly says: 'broken' | 'unloaded'
  readonly retry?: (() => void) | undefined
  readonly back?: () => void
}
/** Stands in the place of a part that failed: what happened, and the ways on. Made of what is always there. */
export function Broken({ says, retry, back }: BrokenProps) {
  const t = useText(en)
  return (
    <>
      <p className="p-broken" role="alert">
        {t(`ui.${says}`)}
      </p>
      {retry && (
        <button type="button" className="p-way" onClick={retry}>
          {t('ui.retry')}
        </button>
      )}
      {back && (
        <button type="button" className="p-way" onClick={back}>
          {t('ui.back')}
        </button>
      )}
    </>
  )
}
