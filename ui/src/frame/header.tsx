import { accountView } from '@portico/kernel/account'
import { activeAccount } from '@portico/kernel/session'
import { headerActionsSlot, shellService, shellSlice } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { useState } from 'react'
import { backMessage } from '../primitives/failed-part.js'
import { IconButton } from '../primitives/icon-button.js'
import { useKernel } from '../react/kernel-provider.js'
import { useService, useSlice, useSlot } from '../react/registry-hooks.js'
import { useComponent } from '../react/use-loaded.js'
import { useRead } from '../react/use-read.js'
import { useTranslate } from '../react/use-translate.js'
import { usePreload, useViews } from '../react/use-views.js'

export const closeMessage = /* @__PURE__ */ message('ui.close', 'Close')

const networkPill = async () => ({ default: (await import('./network-pill.js')).NetworkPill })

/**
 * Back or the action of the view at the start, the title (on Account the network) in the middle,
 * Close at the end.
 */
export function Header({
  view,
  title,
  id,
}: {
  readonly view: string
  readonly title: string
  readonly id: string
}) {
  const { back, close } = useService(shellService)
  const { entry } = useKernel().views
  const isEmbedded = useSlice(shellSlice, state => state.embedded)
  const isAccount = view === accountView.id
  const t = useTranslate()
  const isConnected = useRead(read => activeAccount(read) !== undefined)
  // Loads before Account is shown, so that both appear together. If it does not load, the title
  // stays.
  const { Component: NetworkPill } = useComponent(
    isConnected || isAccount ? networkPill : undefined,
  )
  const hasPill = isAccount && NetworkPill !== undefined
  // A view whose Back closes the modal shows Back also without a previous view. An embedded modal
  // does not close.
  const leadsBack = useViews().length > 1 || (!isEmbedded && entry(view)?.backCloses)
  return (
    <div className="p-head">
      {leadsBack ? (
        <IconButton icon="back" label={t(backMessage)} onClick={back} />
      ) : (
        <HeaderAction view={view} />
      )}
      <div className="p-middle">
        <FadingTitle text={title} id={id} isHidden={hasPill} />
        {hasPill && <NetworkPill />}
      </div>
      {isEmbedded ? <span /> : <IconButton icon="close" label={t(closeMessage)} onClick={close} />}
    </div>
  )
}

function HeaderAction({ view }: { readonly view: string }) {
  const { views } = useKernel()
  const t = useTranslate()
  const preload = usePreload()
  const action = useSlot(headerActionsSlot).find(
    action => action.view === view && views.has(action.target),
  )
  if (!action) return <span />
  return (
    <IconButton
      icon={action.icon}
      label={t(action.label)}
      onClick={() => views.push(action.target)}
      onPointerEnter={() => preload(action.target)}
    />
  )
}

/** Fades the previous title out while the new one fades in. */
function FadingTitle({
  text,
  id,
  isHidden,
}: {
  readonly text: string
  readonly id: string
  readonly isHidden: boolean
}) {
  const [now, setNow] = useState(text)
  const [was, setWas] = useState('')
  if (now !== text) {
    setNow(text)
    setWas(now)
  }
  return (
    <>
      {was && !isHidden && (
        <span
          key={was}
          className="p-title p-cut p-goes"
          aria-hidden="true"
          onAnimationEnd={() => setWas('')}
        >
          {was}
        </span>
      )}
      <h2 key={text} id={id} dir="auto" className={isHidden ? 'p-hidden' : 'p-title p-cut'}>
        {text}
      </h2>
    </>
  )
}
