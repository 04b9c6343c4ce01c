/**
 * Labels and attributes of the two buttons in a host's page, for React and for the custom elements.
 */
import type { Read } from '@portico/kernel'
import { addressesCapability } from '@portico/kernel/capabilities'
import { networkOf } from '@portico/kernel/chain'
import { unsupportedNetworkMessage } from '@portico/kernel/connect-page'
import { activeAccount, activeNetwork, activePhase } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import { message, shortenAddress, translate } from '@portico/kernel/text'
import styles from './connect-button.css?inline'

export const connectMessage = /* @__PURE__ */ message('ui.connect', 'Connect wallet')
export const networkNameMessage = /* @__PURE__ */ message('ui.network', 'Network: {network}')

/** The build publishes the same text as `@portico/sdk/button.css`. */
export const connectButtonStyles: string = styles

export { adoptStyles, type StyleRoot } from '../theme/adopt-styles.js'
export { followTheme } from '../theme/follow-theme.js'

/** A `<button type="button" class="portico-button">` with these attributes and this text. */
export interface ButtonModel {
  readonly label: string
  /** An attribute that is undefined is removed. */
  readonly attributes: Readonly<Record<string, string | undefined>>
}
export const buttonClass = 'portico-button'

const isBusy = (state: string) => state.endsWith('connecting')
const modelOf = (read: Read, label: string, state: string, name?: string): ButtonModel => ({
  label,
  attributes: {
    'data-state': state,
    'aria-haspopup': 'dialog',
    'aria-expanded': `${read.state(shellSlice).open}`,
    'aria-label': name,
    'aria-busy': isBusy(state) ? 'true' : undefined,
  },
})

/** Connect wallet · Connecting… · 0x71…09ff4b. */
export function connectButtonModel(read: Read, namespace?: string): ButtonModel {
  const account = activeAccount(read, namespace)
  if (account) {
    const network = activeNetwork(read, account.namespace) ?? account.namespace
    const address =
      read.capability(addressesCapability, network)?.shorten(account.address) ??
      shortenAddress(account.address)
    const name = translate(read, message('ui.account', 'Account {address}'), { address })
    return modelOf(read, address, 'connected', name)
  }
  const phase = activePhase(read, namespace)
  return isBusy(phase)
    ? modelOf(read, translate(read, message('ui.connecting', 'Connecting…')), phase)
    : modelOf(read, translate(read, connectMessage), 'disconnected')
}

/** The name of the active network. Undefined where no chain is included. */
export function networkButtonModel(read: Read): ButtonModel | undefined {
  const id = activeNetwork(read)
  if (id === undefined) return undefined
  const label = networkOf(read, id)?.name
  if (label === undefined)
    return modelOf(read, translate(read, unsupportedNetworkMessage), 'unsupported')
  return modelOf(read, label, 'network', translate(read, networkNameMessage, { network: label }))
}
