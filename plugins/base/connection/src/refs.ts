import type { ContextOf, Read } from '@portico/kernel'
import { sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'
import { savedConnectionsSlice } from './persisted.js'
import type { RecentWallet } from './restoring/saved-connections.js'

export const connectTitle = /* @__PURE__ */ message('connection.title.connect', 'Connect wallet')

const none: readonly RecentWallet[] = []
/**
 * The wallets that were connected last, newest first: at most 2. None before the controller has
 * restored them.
 */
export const recentWallets = ({ state }: Read): readonly RecentWallet[] =>
  state(savedConnectionsSlice).saved?.recent ?? none

/** The services that the plugin uses, and the slices that it writes. */
export const access = {
  wants: [shellService],
  owns: [sessionSlice, environmentSlice, savedConnectionsSlice],
} as const
export type ConnectionContext = ContextOf<typeof access>
