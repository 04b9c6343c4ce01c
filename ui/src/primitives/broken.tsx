import { useText } from '../react/use-text.js'
import { en } from '../text/en.js'
import { Row } from './row.js'

export interface BrokenProps {
  /** `broken`: it threw. `unloaded`: its code did not arrive. */
  readonly says: 'broken' | 'unloaded'
  readonly retry?: (() => void) | undefined
  readonly back?: () => void
}
/** Stands in the place of a part that failed: what happened, and the ways on. Rows and no buttons: what it is made of is always there. */
export function Broken({ says, retry, back }: BrokenProps) {
  const t = useText(en)
  return (
    <>
      <p className="p-broken" role="alert">
        {t(`ui.${says}`)}
      </p>
      {retry && <Row title={t('ui.retry')} onClick={retry} />}
      {back && <Row title={t('ui.back')} onClick={back} />}
    </>
  )
}
