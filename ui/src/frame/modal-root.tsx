import { connectView } from '@portico/kernel/connect-page'
import { shellSlice } from '@portico/kernel/shell'
import { textSlice } from '@portico/kernel/text'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { loadViewIcons } from '../primitives/icon.js'
import { useKernel } from '../react/kernel-provider.js'
import { useSlice } from '../react/registry-hooks.js'
import { useLoaded } from '../react/use-loaded.js'
import { TitleContext } from '../react/use-title.js'
import { useTranslate } from '../react/use-translate.js'
import { useViews } from '../react/use-views.js'
import themeStyles from '../theme/theme.css?inline'
import { tokenRules } from '../theme/tokens.js'
import { useStyles } from '../theme/use-styles.js'
import { Dialog } from './dialog.js'
import { Header } from './header.js'
import modalStyles from './modal.css?inline'
import { useShownView } from './use-shown-view.js'
import { ViewOutlet } from './view-outlet.js'

/**
 * The parts of the frame that the first view does not need: the focus keeper, toasts and alerts.
 */
const loadLaterParts = async () => {
  const [{ FocusKeeper }, { AlertStrip, ToastStrip }] = await Promise.all([
    import('./focus-keeper.js'),
    import('./toasts.js'),
  ])
  return { default: { FocusKeeper, AlertStrip, ToastStrip } }
}
/** The parts that every view except Connect needs. */
export const laterParts = [loadLaterParts, loadViewIcons]

/** The content of the shadow root: the panel over the page, or inside the host's container. */
export function ModalRoot({
  host,
  isInline,
}: {
  readonly host: Element
  readonly isInline: boolean
}) {
  useStyles(tokenRules)
  useStyles(themeStyles)
  useStyles(modalStyles)
  const kernel = useKernel()
  const t = useTranslate()
  const id = useId()
  // While the modal is embedded in the page, none opens over it.
  const isOpen = useSlice(shellSlice, state => state.open && isInline === state.embedded)
  const isShaking = useSlice(shellSlice, state => state.shaking)
  const { direction, language } = useSlice(textSlice)
  const shown = useShownView()
  // The parts that views after Connect need load together with those views.
  const isBeyond = useViews().some(view => view.id !== connectView.id)
  useLoaded(isBeyond ? loadViewIcons : undefined)
  const hasNotice = useSlice(shellSlice, state => Boolean(state.toast || state.alert))
  // Stays once needed: when an alert is closed, the focus keeper moves the focus.
  const isNeeded = useRef(false)
  isNeeded.current ||= isBeyond || hasNotice
  const { value: beyond } = useLoaded(isNeeded.current ? loadLaterParts : undefined)
  const [named, setNamed] = useState<{ readonly key: number; readonly title: string | undefined }>()
  const key = shown?.key ?? 0
  const setTitle = useCallback((title: string | undefined) => setNamed({ key, title }), [key])

  const label = shown && kernel.views.entry(shown.view.id)?.title
  const title = (named?.key === key && named.title) || (label ? t(label) : '')
  const content = useMemo(
    () =>
      shown && (
        <>
          {/* The live regions are always rendered: screen readers announce only changes inside an
              existing region. */}
          <div role="status">{beyond && <beyond.ToastStrip />}</div>
          <div className="p-grabber" />
          <Header view={shown.view.id} title={title} id={id} />
          <div role="alert">{beyond && <beyond.AlertStrip />}</div>
          {beyond && <beyond.FocusKeeper />}
          <TitleContext.Provider value={setTitle}>
            <ViewOutlet shown={shown} />
          </TitleContext.Provider>
        </>
      ),
    [shown, title, id, setTitle, beyond],
  )
  return (
    <div className="p-root" dir={direction} lang={language}>
      {isInline ? (
        isOpen && (
          <section
            className={isShaking ? 'p-panel p-inline p-shakes' : 'p-panel p-inline'}
            aria-labelledby={id}
            tabIndex={-1}
          >
            {content}
          </section>
        )
      ) : (
        <Dialog open={isOpen && shown !== undefined} host={host} labelledBy={id}>
          {content}
        </Dialog>
      )}
    </div>
  )
}
