import { type ConnectButtonProps, ConnectButton as ConnectFace, type NetworkButtonProps, NetworkButton as NetworkFace } from '@portico/ui/button'
import { usePortico } from './hooks.js'

/** Opens the modal; says who is connected. Renders the same on the server, and loads the modal when the pointer comes near. */
export function ConnectButton(props: ConnectButtonProps) {
  const { preload } = usePortico()
  return <ConnectFace preload={preload} {...props} />
}
/** Opens the list of networks; says which one is active. */
export function NetworkButton(props: NetworkButtonProps) {
  const { preload } = usePortico()
  return <NetworkFace preload={preload} {...props} />
}
