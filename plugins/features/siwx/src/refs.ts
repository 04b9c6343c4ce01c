import { type ContextOf, defineEvent, defineService, defineSlice, defineView, type EventRef, type ServiceRef, type ViewRef } from '@portico/kernel'
import { connection, http, message, shell, toasts } from '@portico/kernel/contracts'
import type { Siwx } from './siwx.js'
import { initial, type KnownSession, type SiwxState } from './siwx-state.js'

export const signInsMessage = /* @__PURE__ */ message('siwx.sessions', 'Sign-ins')

export const siwxSlice = /* @__PURE__ */ defineSlice<SiwxState>({ id: 'siwx', initial })
/** The sessions that outlive the page. They are read when the controller is loaded: a page where nobody is connected needs none of its code. */
export type SavedSignIns =
  | { readonly phase: 'unread'; readonly isKept: boolean; readonly sessions: readonly [] }
  | { readonly phase: 'ready'; readonly isKept?: never; readonly sessions: readonly KnownSession[] }
export const siwxMemory = /* @__PURE__ */ defineSlice<SavedSignIns>({
  id: 'sign-ins',
  initial: () => ({ phase: 'unread', isKept: false, sessions: [] }),
  persist: {
    version: 1,
    pick: state => state.sessions,
    summary: saved => ({ phase: 'unread', isKept: !!saved, sessions: [] }),
  },
})
export const siwxService: ServiceRef<Siwx> = /* @__PURE__ */ defineService<Siwx>('siwx', '@portico/plugin-siwx')

/** What is to be signed, before it is. */
export const siwxSignMessageView: ViewRef<void> = /* @__PURE__ */ defineView('SIWXSignMessage')
/** Waiting for the wallet that signs it. */
export const connectingSiweView: ViewRef<void> = /* @__PURE__ */ defineView('ConnectingSiwe')
/** Who is signed in. */
export const signInsView: ViewRef<void> = /* @__PURE__ */ defineView('SignIns')

/** Somebody signed in, in this tab or in another. Message and signature are never in it. */
export const signedIn: EventRef<KnownSession> = /* @__PURE__ */ defineEvent('signedIn')
/** A session is over: by the person, with its connection, or by time. Message and signature are never in it. */
export const signedOut: EventRef<KnownSession> = /* @__PURE__ */ defineEvent('signedOut')

export const access = { needs: [connection, shell, toasts, http], owns: [siwxSlice, siwxMemory], provides: [siwxService] } as const
export type SiwxContext = ContextOf<typeof access>
