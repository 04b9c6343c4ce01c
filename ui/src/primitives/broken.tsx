import type { MouseEvent } from 'react'
import type { UiError } from '../errors.js'
import { useText } from '../react/use-text.js'
import { en } from '../text/en.js'

export interface BrokenProps {
  /** Why the code of the part did not arrive. Absent: the part threw. */
  readonly error?: UiError
  readonly retry?: () => void
  readonly back?: () => void
}
/** Stands in the place of a part that failed: what happened, and the ways on. Made of what is always there. */
export function Broken({ error, retry, back }: BrokenProps) {
  const t = useText(en)
  const isUpdated = error?.code === 'PAGE_UPDATED'
  return (
    <>
      <p className="p-broken" role="alert">
        {t(isUpdated ? 'ui.updated' : error ? 'ui.unloaded' : 'ui.broken')}
      </p>
      {retry && (
        <button type="button" className="p-way" onClick={isUpdated ? reload : retry}>
          {t(isUpdated ? 'ui.reload' : 'ui.retry')}
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

const reload = ({ currentTarget }: MouseEvent) => currentTarget.ownerDocument.defaultView?.location.reload()
