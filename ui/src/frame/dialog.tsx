import type { Dispose, Kernel } from '@portico/kernel'
import { isHeld, shellService, shellSlice } from '@portico/kernel/shell'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useService, useSlice } from '../react/registry-hooks.js'
import { useRead } from '../react/use-read.js'
import { createDialogLayer } from './dialog-layer.js'

/**
 * The panel over the page: a native dialog in the top layer, or below the window that a wallet
 * opens in the page.
 */
export function Dialog({
  open,
  host,
  labelledBy,
  children,
}: {
  readonly open: boolean
  readonly host: Element
  readonly labelledBy: string
  readonly children: ReactNode
}) {
  const kernel = useKernel()
  const service = useService(shellService)
  const { waiting, shaking } = useSlice(shellSlice)
  // As far as the guards answer beforehand. The shell reports a guard that throws.
  const mustStay = useRead(read => isHeld(read, kernel.views))
  const [overlay, setOverlay] = useState<string>()
  const dialog = useRef<HTMLDialogElement>(null)
  const driver = useRef<ReturnType<typeof createDialogLayer>>(undefined)
  const isPage = Boolean(waiting && (waiting.overlaysPage || overlay !== undefined))

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const leave = () => service.close()
    const made = createDialogLayer(element, {
      leave,
      holdsBackdrop: () => kernel.state(shellSlice).waiting !== undefined,
    })
    driver.current = made
    return () => {
      made.show('closed')
      made.dispose()
    }
  }, [kernel, service])
  useLayoutEffect(
    () => driver.current?.show(!open ? 'closed' : isPage ? 'page' : 'top'),
    [open, isPage],
  )
  const isWaiting = open && waiting !== undefined
  const page = useRef<readonly Element[]>([])
  // The elements on screen when the panel opened: a wallet may open its window before its request
  // is known, or keep the window and show it again.
  useLayoutEffect(() => {
    if (open)
      page.current = [...host.ownerDocument.body.children].filter(
        part => getComputedStyle(part).display !== 'none',
      )
  }, [open, host])
  useEffect(() => {
    if (!isWaiting) return
    const stop = follow(import('./overlay-watch.js'), kernel, ({ watchOverlays }) =>
      watchOverlays(host, page.current, setOverlay),
    )
    return () => {
      stop()
      setOverlay(undefined)
    }
  }, [isWaiting, host, kernel])
  useEffect(() => {
    const element = dialog.current
    const phone = host.ownerDocument.defaultView?.matchMedia('(max-width:480px)')
    if (!open || !element || !phone) return
    let stop: Dispose | undefined
    // The width changes when a phone is rotated while the panel is open.
    const applyWidth = () => {
      stop?.()
      stop = phone.matches
        ? follow(import('./sheet.js'), kernel, ({ behaveAsSheet }) =>
            behaveAsSheet(element, () => service.close()),
          )
        : undefined
    }
    applyWidth()
    phone.addEventListener('change', applyWidth)
    return () => {
      phone.removeEventListener('change', applyWidth)
      stop?.()
    }
  }, [open, host, service, kernel])

  const layer = { '--p-layer': overlay } as CSSProperties
  return (
    <>
      {open && isPage && <div className="p-scrim" style={layer} />}
      <dialog
        ref={dialog}
        className={shaking ? 'p-panel p-dialog p-shakes' : 'p-panel p-dialog'}
        aria-labelledby={labelledBy}
        closedby={mustStay ? 'none' : 'closerequest'}
        tabIndex={-1}
        style={layer}
      >
        {open && (
          <>
            <FocusEnd isActive={!isPage} />
            {children}
            <FocusEnd isActive={!isPage} />
          </>
        )}
      </dialog>
    </>
  )
}

/** Takes the focus where Tab would leave the panel; the dialog layer passes it to the other end. */
const FocusEnd = ({ isActive }: { readonly isActive: boolean }) => (
  <span className="p-hidden" data-focus-end tabIndex={isActive ? 0 : -1} />
)

/**
 * Runs an optional part once its code is loaded. Returns a function that stops the part, or
 * prevents its start. The modal works without it.
 */
function follow<Module>(
  code: Promise<Module>,
  kernel: Kernel,
  run: (module: Module) => Dispose,
): Dispose {
  let stop: Dispose | undefined
  let isOver = false
  code.then(
    module => {
      if (!isOver) stop = run(module)
    },
    error => kernel.report(error, 'ui'),
  )
  return () => {
    isOver = true
    stop?.()
  }
}
