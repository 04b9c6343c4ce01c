import { connectView, shellSlice, textSlice } from '@portico/kernel/contracts'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { loadViewIcons } from '../primitives/icon.js'
import { useKernel } from '../react/kernel-provider.js'
import { TitleContext } from '../react/title-context.js'
import { useLoaded } from '../react/use-loaded.js'
import { useSlice } from '../react/use-slice.js'
import { useTranslate } from '../react/use-translate.js'
import { useViews } from '../react/use-views.js'
import themeStyles from '../theme/theme.css?inline'
import { tokenRules } from '../theme/token-rules.js'
import { useStyles } from '../theme/use-styles.js'
import { Dialog } from './dialog.js'
import { Header } from './header.js'
import modalStyles from './modal.css?inline'
import { useShownView } from './use-shown-view.js'
import { ViewOutlet } from './view-outlet.js'

/** What nobody needs on the first view: the focus of whoever goes on, and what is announced. */
const further = async () => {
  const [{ FocusKeeper }, { AlertStrip, ToastStrip }] = await Promise.all([import('./focus-keeper.js'), import('./toasts.js')])
  return { default: { FocusKeeper, AlertStrip, ToastStrip } }
}
/** What every view but Connect comes with. */
export const furtherModal = [further, loadViewIcons]

/** Everything that is in the shadow root: the panel over the page, or inside the host's own container. */
export function ModalRoot({ host, isInline }: { readonly host: Element; readonly isInline: boolean }) {
  useStyles(tokenRules)
  useStyles(themeStyles)
  useStyles(modalStyles)
  const kernel = useKernel()
  const t = useTranslate()
  const id = useId()
  // Never in two places: while the modal stands inside the page, none stands over it.
  const isOpen = useSlice(shellSlice, state => state.open && isInline === state.embedded)
  const isShaking = useSlice(shellSlice, state => state.shaking)
  const { direction, language } = useSlice(textSlice)
  const shown = useShownView()
  // What is beyond the Connect view comes while that view is on its way.
  const isBeyond = useViews().some(view => view.id !== connectView.id)
  useLoaded(isBeyond ? loadViewIcons : undefined)
  const isTold = useSlice(shellSlice, state => Boolean(state.toast || state.alert))
  // Once wanted it stays: when somebody closes an alert, it is asked who gets the focus.
  const wanted = useRef(false)
  wanted.current ||= isBeyond || isTold
  const { value: beyond } = useLoaded(wanted.current ? further : undefined)
  const [named, setNamed] = useState<{ readonly key: number; readonly title: string | undefined }>()
  const key = shown?.key ?? 0
  const setTitle = useCallback((title: string | undefined) => setNamed({ key, title }), [key])

  const label = shown && kernel.views.entry(shown.view.id)?.title
  const title = (named?.key === key && named.title) || (label ? t(label) : '')
  const content = useMemo(
    () =>
      shown && (
        <>
          {/* The places are always there: what is announced must be in one when it changes. */}
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
          <section className={isShaking ? 'p-panel p-inline p-shakes' : 'p-panel p-inline'} aria-labelledby={id} tabIndex={-1}>
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
