import type { Read } from '@portico/kernel'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import { namespaceOfConnector } from '../connector-id.js'

/**
 * The connector that a pairing connects which is offered before the person chose one: of the
 * namespace that the modal was opened for, else the first.
 */
export function offeredConnector(read: Read): Connector | undefined {
  const only = read.state(shellSlice).namespace ?? read.state(sessionSlice).filter
  return read
    .items(connectorsSlot)
    .find(
      ({ id, namespace }) =>
        namespaceOfConnector(id) === namespace && (!only || namespace === only),
    )
}
