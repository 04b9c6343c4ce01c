import { displayText, shellSlice, toasts } from '@portico/kernel/contracts'
import { Icon } from '../primitives/icon.js'
import { IconButton } from '../primitives/icon-button.js'
import { Spinner } from '../primitives/spinner.js'
import { useService } from '../react/use-service.js'
import { useSlice } from '../react/use-slice.js'
import { en } from '../text/en.js'
import { useStyles } from '../theme/use-styles.js'
// From the core, as views take it: so this file comes with none of what is there already.
import { useSay, useText } from './index.js'
import { noticesStyles } from './notices.styles.js'

/** Characters of a sentence: names and amounts in it may be a stranger's. */
const longest = 240

/** One sentence at the top of the panel. */
export function ToastStrip() {
  useStyles(noticesStyles)
  const toast = useSlice(shellSlice, state => state.toast)
  const say = useSay()
  return (
    toast && (
      <div className="p-toasts">
        <div key={toast.id} className={`p-toast p-toast-${toast.kind}`}>
          {toast.kind === 'progress' ? <Spinner /> : <Icon name={toast.kind === 'success' ? 'check' : 'warn'} />}
          <span>{displayText(say(toast.message), longest)}</span>
        </div>
      </div>
    )
  )
}

/** A strip that stays until it is closed. */
export function AlertStrip() {
  useStyles(noticesStyles)
  const alert = useSlice(shellSlice, state => state.alert)
  const { dismissAlert } = useService(toasts)
  const say = useSay()
  const t = useText(en)
  return (
    alert && (
      <div className={`p-alert p-alert-${alert.kind}`}>
        <Icon name="warn" />
        <div>
          <strong>{displayText(say(alert.title), longest)}</strong>
          {alert.detail && <p>{displayText(say(alert.detail), longest)}</p>}
        </div>
        <IconButton icon="close" label={t('ui.close')} onClick={dismissAlert} />
      </div>
    )
  )
}
