import {
  type ConnectButtonProps,
  ConnectButton as ConnectFace,
  type NetworkButtonProps,
  NetworkButton as NetworkFace,
} from '@portico/ui/button'
import { usePrefetch } from './hooks.js'

/**
 * Opens the modal; says who is connected. Renders the same on the server, and fetches the modal
 * when the pointer comes near.
 */
export function ConnectButton(props: ConnectButtonProps) {
  const { onFocus } = usePrefetch()
  return <ConnectFace prefetch={onFocus} {...props} />
}
/** Opens the list of networks; says which one is active. */
export function NetworkButton(props: NetworkButtonProps) {
  const { onFocus } = usePrefetch()
  return <NetworkFace prefetch={onFocus} {...props} />
}
