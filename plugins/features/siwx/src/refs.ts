import {
  type ContextOf,
  defineEvent,
  defineService,
  defineSlice,
  defineView,
  type EventRef,
  type ServiceRef,
  type ViewRef,
} from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { connectionService } from '@portico/kernel/session'
import { shellService, toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { savedSignInsSlice } from './persisted.js'
import type { Siwx } from './siwx.js'
import { initial, type KnownSession, type SiwxState } from './siwx-state.js'

export const signInsMessage = /* @__PURE__ */ message('siwx.sessions', 'Sign-ins')

export const siwxSlice = /* @__PURE__ */ defineSlice<SiwxState>({ id: 'siwx', initial })
export const siwxService: ServiceRef<Siwx> = /* @__PURE__ */ defineService<Siwx>(
  'siwx',
  '@portico/plugin-siwx',
)

/** Shows the message before it is signed. */
export const siwxSignMessageView: ViewRef<void> = /* @__PURE__ */ defineView('SIWXSignMessage')
/** Waits for the wallet to sign. */
export const connectingSiweView: ViewRef<void> = /* @__PURE__ */ defineView('ConnectingSiwe')
/** Lists the current sessions. */
export const signInsView: ViewRef<void> = /* @__PURE__ */ defineView('SignIns')

/**
 * Emitted when a session starts, in this tab or in another. Never contains message or signature.
 */
export const signedInEvent: EventRef<KnownSession> = /* @__PURE__ */ defineEvent('signedIn')
/**
 * Emitted when a session ends: by the person, with its connection, or at its expiry. Never contains
 * message or signature.
 */
export const signedOutEvent: EventRef<KnownSession> = /* @__PURE__ */ defineEvent('signedOut')

export const access = {
  needs: [connectionService, shellService, toastsService, httpService],
  owns: [siwxSlice, savedSignInsSlice],
  provides: [siwxService],
} as const
export type SiwxContext = ContextOf<typeof access>
