import { accountView, activeAccount, headerActions, message, shell, shellSlice } from '@portico/kernel/contracts'
import { useState } from 'react'
import { backMessage } from '../primitives/broken.js'
import { IconButton } from '../primitives/icon-button.js'
import { useKernel } from '../react/kernel-provider.js'
import { useFace } from '../react/use-loaded.js'
import { useRead } from '../react/use-read.js'
import { useService } from '../react/use-service.js'
import { useSlice } from '../react/use-slice.js'
import { useSlot } from '../react/use-slot.js'
import { useTranslate } from '../react/use-translate.js'
import { usePreload, useViews } from '../react/use-views.js'

export const closeMessage = /* @__PURE__ */ message('ui.close', 'Close')

const networkPill = async () => ({ default: (await import('./network-pill.js')).NetworkPill })

/** Back or what else there is to do at the start, the title in the middle (on Account the network), Close at the end. */
export function Header({ view, title, id }: { readonly view: string; readonly title: string; readonly id: string }) {
  const { back, close } = useService(shell)
  const { entry } = useKernel().views
  const isEmbedded = useSlice(shellSlice, state => state.embedded)
  const isAccount = view === accountView.id
  const t = useTranslate()
  const isConnected = useRead(read => activeAccount(read) !== undefined)
  // Before Account is there, so that both come together. Where it does not come, the title stays.
  const { Face: NetworkPill } = useFace(isConnected || isAccount ? networkPill : undefined)
  const hasPill = isAccount && NetworkPill !== undefined
  // Where back closes, it is offered also when there is nothing to go back to.
  const leadsBack = useViews().length > 1 || entry(view)?.backCloses
  return (
    <div className="p-head">
      {leadsBack ? <IconButton icon="back" label={t(backMessage)} onClick={back} /> : <HeaderAction view={view} />}
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
  const action = useSlot(headerActions).find(action => action.view === view && views.has(action.target))
  if (!action) return <span />
  return <IconButton icon={action.icon} label={t(action.label)} onClick={() => views.push(action.target)} onPointerEnter={() => preload(action.target)} />
}

/** The old title goes while the new one comes. */
function FadingTitle({ text, id, isHidden }: { readonly text: string; readonly id: string; readonly isHidden: boolean }) {
  const [now, setNow] = useState(text)
  const [was, setWas] = useState('')
  if (now !== text) {
    setNow(text)
    setWas(now)
  }
  return (
    <>
      {was && !isHidden && (
        <span key={was} className="p-title p-cut p-goes" aria-hidden="true" onAnimationEnd={() => setWas('')}>
          {was}
        </span>
      )}
      <h2 key={text} id={id} dir="auto" className={isHidden ? 'p-hidden' : 'p-title p-cut'}>
        {text}
      </h2>
    </>
  )
}
