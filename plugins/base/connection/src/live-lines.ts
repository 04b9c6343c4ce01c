import type { Connection, ConnectionId } from '@portico/kernel/contracts'

/** The live lines of connections: read at once, kept by the controller. */
export interface LiveLines {
  readonly byId: Map<ConnectionId, Connection>
  /** Throws the error for a line that is not there. */
  lost(): never
}
