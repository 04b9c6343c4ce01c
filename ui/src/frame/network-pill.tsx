import { networkOf } from '@portico/kernel/chain'
import { networksView, unsupportedNetworkMessage } from '@portico/kernel/connect-page'
import { activeNetwork } from '@portico/kernel/session'
import { displayText } from '@portico/kernel/text'
import { NetworkIcon } from '../primitives/asset-icons.js'
import { Pill } from '../primitives/pill.js'
import { useKernel } from '../react/kernel-provider.js'
import { useRead } from '../react/use-read.js'
import { useTranslate } from '../react/use-translate.js'
import { usePreload } from '../react/use-views.js'
import { networkNameMessage } from './button-labels.js'

/** Shows the active network and opens the list of networks. */
export function NetworkPill() {
  const { views } = useKernel()
  const t = useTranslate()
  const preload = usePreload()
  const { id, network } = useRead(read => {
    const id = activeNetwork(read)
    return { id, network: networkOf(read, id) }
  })
  if (id === undefined) return null
  const name = displayText(network?.name) ?? t(unsupportedNetworkMessage)
  const isChoice = views.has(networksView)
  return (
    <Pill
      icon={<NetworkIcon size={22} name={name} network={network} />}
      label={t(networkNameMessage, { network: name })}
      onClick={isChoice ? () => views.push(networksView) : undefined}
      preload={() => preload(networksView)}
    >
      {name}
    </Pill>
  )
}
