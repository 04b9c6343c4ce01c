/** The label and the attributes of the two buttons in a host's page, for React and for the custom element. */
import type { Read } from '@portico/kernel'
import { activeAccount, activeNetwork, activePhase, addresses, message, networkOf, shellSlice, translate } from '@portico/kernel/contracts'
import { shortAddress } from '../primitives/short-address.js'
import styles from './connect-button.css?inline'

export const connectMessage = /* @__PURE__ */ message('ui.connect', 'Connect wallet')
export const networkUnknownMessage = /* @__PURE__ */ message('ui.networkUnknown', 'Unsupported network')
export const networkNameMessage = /* @__PURE__ */ message('ui.network', 'Network: {network}')

/** `@portico/sdk/button.css` is the same text as a file. */
export const connectButtonStyles: string = styles

export { adoptStyles, type StyleRoot } from '../theme/adopt-styles.js'
export { followTheme } from '../theme/follow-theme.js'

/** A `<button type="button" class="portico-button">` with these attributes and this text. */
export interface ButtonModel {
  readonly label: string
  /** Undefined: it has none of that name now. */
  readonly attributes: Readonly<Record<string, string | undefined>>
}
export const buttonClass = 'portico-button'

const isBusy = (state: string) => state.endsWith('connecting')
const opens = (read: Read, state: string, name?: string): ButtonModel['attributes'] => ({
  'data-state': state,
  'aria-haspopup': 'dialog',
  'aria-expanded': `${read.state(shellSlice).open}`,
  'aria-label': name,
  'aria-busy': isBusy(state) ? 'true' : undefined,
})

/** Connect wallet · Connecting… · 0x71…09ff4b. */
export function connectButtonModel(read: Read, namespace?: string): ButtonModel {
  const account = activeAccount(read, namespace)
  if (account) {
    const network = activeNetwork(read, account.namespace) ?? account.namespace
    const address = read.capability(addresses, network)?.shorten(account.address) ?? shortAddress(account.address)
    return { label: address, attributes: opens(read, 'connected', translate(read, message('ui.account', 'Account {address}'), { address })) }
  }
  const phase = activePhase(read, namespace)
  return isBusy(phase)
    ? { label: translate(read, message('ui.connecting', 'Connecting…')), attributes: opens(read, phase) }
    : { label: translate(read, connectMessage), attributes: opens(read, 'disconnected') }
}

/** The name of the active network. Undefined where no chain is included. */
export function networkButtonModel(read: Read): ButtonModel | undefined {
  const id = activeNetwork(read)
  if (id === undefined) return undefined
  const label = networkOf(read, id)?.name
  if (label === undefined) return { label: translate(read, networkUnknownMessage), attributes: opens(read, 'unsupported') }
  return { label, attributes: opens(read, 'network', translate(read, networkNameMessage, { network: label })) }
}
