import { shellSlice, toasts } from '@portico/kernel/contracts'
import { IconButton } from '../primitives/button.js'
import { Icon } from '../primitives/icon.js'
import { useService } from '../react/use-service.js'
import { useSlice } from '../react/use-slice.js'
import { useSay, useText } from '../react/use-text.js'
import { en } from '../text/en.js'

/** One sentence at the top of the panel, announced when the person has a moment. The place is always there: what is announced must be in it when it changes. */
export function ToastPlace() {
  const toast = useSlice(shellSlice, state => state.toast)
  const say = useSay()
  return (
    <div className="p-toasts" role="status">
      {toast && (
        <div key={toast.id} className={`p-toast p-toast-${toast.kind}`}>
          {toast.kind === 'progress' ? <span className="p-spinner" aria-hidden="true" /> : <Icon name={toast.kind === 'success' ? 'check' : 'warn'} />}
          <span>{say(toast.message)}</span>
        </div>
      )}
    </div>
  )
}

/** A strip that stays until it is closed, announced at once. */
export function AlertStrip() {
  const alert = useSlice(shellSlice, state => state.alert)
  const { dismissAlert } = useService(toasts)
  const say = useSay()
  const t = useText(en)
  return (
    <div role="alert">
      {alert && (
        <div className={`p-alert p-alert-${alert.kind}`}>
          <Icon name="warn" />
          <div>
            <strong>{say(alert.title)}</strong>
            {alert.detail && <p>{say(alert.detail)}</p>}
          </div>
          <IconButton icon="close" label={t('ui.close')} onClick={dismissAlert} />
        </div>
      )}
    </div>
  )
}
