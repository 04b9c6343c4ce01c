import { message, unloadedMessage } from '@portico/kernel/text'
import type { MouseEvent } from 'react'
import type { UiError } from '../errors.js'
import { isOnline } from '../react/use-loaded.js'
import { useTranslate } from '../react/use-translate.js'

export const retryMessage = /* @__PURE__ */ message('ui.retry', 'Try again')
export const retryInMessage = /* @__PURE__ */ message('ui.retryIn', 'Try again in {seconds} s')
export const backMessage = /* @__PURE__ */ message('ui.back', 'Back')

const brokenMessages = {
  broken: message('ui.broken', 'This part does not work right now. Nothing was lost.'),
  unloaded: unloadedMessage,
  offline: message('ui.unloadedOffline', 'This part could not be loaded. Check your connection.'),
  updated: message('ui.updated', 'This page was updated. Reload to continue.'),
}

export interface FailedPartProps {
  /** Why the code of the part did not load. Without it, the part threw. */
  readonly error?: UiError
  readonly retry?: () => void
  readonly back?: () => void
}
/**
 * Replaces a part that failed: says what happened, and offers Try again and Back. Uses only code
 * that is already loaded.
 */
export function FailedPart({ error, retry, back }: FailedPartProps) {
  const t = useTranslate()
  const isUpdated = error?.code === 'PAGE_UPDATED'
  return (
    <>
      <p className="p-broken" role="alert">
        {t(
          brokenMessages[
            isUpdated ? 'updated' : !error ? 'broken' : isOnline() ? 'unloaded' : 'offline'
          ],
        )}
      </p>
      {retry && (
        <button type="button" className="p-way" onClick={isUpdated ? reload : retry}>
          {t(isUpdated ? message('ui.reload', 'Reload') : retryMessage)}
        </button>
      )}
      {back && (
        <button type="button" className="p-way" onClick={back}>
          {t(backMessage)}
        </button>
      )}
    </>
  )
}

const reload = ({ currentTarget }: MouseEvent) =>
  currentTarget.ownerDocument.defaultView?.location.reload()
