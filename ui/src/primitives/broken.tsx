import { useText } from '../react/use-text.js'
import { en } from '../text/en.js'
import { Button } from './button.js'

export interface BrokenProps {
  /** `broken`: it threw. `unloaded`: its code did not arrive. */
  readonly says: 'broken' | 'unloaded'
  readonly retry?: (() => void) | undefined
  readonly back?: () => void
}
/** Stands in the place of a part that failed: what happened, and the ways on. */
export function Broken({ says, retry, back }: BrokenProps) {
  const t = useText(en)
  return (
    <>
      <p className="p-broken" role="alert">
        {t(`ui.${says}`)}
      </p>
      {retry && (
        <Button variant="soft" onClick={retry}>
          {t('ui.retry')}
        </Button>
      )}
      {back && (
        <Button variant="soft" onClick={back}>
          {t('ui.back')}
        </Button>
      )}
    </>
  )
}
