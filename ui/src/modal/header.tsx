import { accountView, activeNetwork, headerActions, networkOf, networksView, shell, shellSlice } from '@portico/kernel/contracts'
import { useState } from 'react'
import { IconButton } from '../primitives/button.js'
import { Pill } from '../primitives/pill.js'
import { NetworkIcon } from '../primitives/wallet-icon.js'
import { useKernel } from '../react/kernel-provider.js'
import { useRead } from '../react/use-read.js'
import { useService } from '../react/use-service.js'
import { useSlice } from '../react/use-slice.js'
import { useSlot } from '../react/use-slot.js'
import { useSay, useText } from '../react/use-text.js'
import { usePreload, useViews } from '../react/use-views.js'
import { en } from '../text/en.js'

/** Back or what else there is to do at the start, the title in the middle (on Account the network), Close at the end. */
export function Header({ view, title, id }: { readonly view: string; readonly title: string; readonly id: string }) {
  const { back, close } = useService(shell)
  const isEmbedded = useSlice(shellSlice, state => state.embedded)
  const isAccount = view === accountView.id
  const t = useText(en)
  return (
    <header className="p-head">
      {useViews().length > 1 ? <IconButton icon="back" label={t('ui.back')} onClick={back} /> : <HeaderAction view={view} />}
      <div className="p-middle">
        <FadingTitle text={title} id={id} isHidden={isAccount} />
        {isAccount && <NetworkPill />}
      </div>
      {isEmbedded ? <span /> : <IconButton icon="close" label={t('ui.close')} onClick={close} />}
    </header>
  )
}

function HeaderAction({ view }: { readonly view: string }) {
  const { views } = useKernel()
  const say = useSay()
  const preload = usePreload()
  const action = useSlot(headerActions).find(action => action.view === view && views.has(action.target))
  if (!action) return <span />
  return <IconButton icon={action.icon} label={say(action.label)} onClick={() => views.push(action.target)} onPointerEnter={() => preload(action.target)} />
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
      <h2 key={text} id={id} className={isHidden ? 'p-hidden' : 'p-title p-cut'}>
        {text}
      </h2>
    </>
  )
}

function NetworkPill() {
  const { views } = useKernel()
  const t = useText(en)
  const preload = usePreload()
  const { id, network } = useRead(read => {
    const id = activeNetwork(read)
    return { id, network: networkOf(read, id) }
  })
  if (id === undefined) return null
  const name = network?.name ?? t('ui.networkUnknown')
  const isChoice = views.has(networksView)
  return (
    <Pill
      icon={<NetworkIcon size={22} name={name} src={network?.assets?.imageUrl} />}
      label={t('ui.network', { network: name })}
      onClick={isChoice ? () => views.push(networksView) : undefined}
      preload={() => preload(networksView)}
    >
      {name}
    </Pill>
  )
}
