/** The modal: open or not, and what it says meanwhile. Written by the shell plugin. */
import type { Views } from '../plugin.js'
import {
  type AnyView,
  defineEvent,
  defineService,
  defineSlice,
  defineSlot,
  type EventRef,
  type Label,
  type Read,
  type ServiceRef,
  type SlotItem,
  type SlotRef,
} from '../refs.js'
import type { Message } from './text.js'

export interface ShellState {
  readonly open: boolean
  /** Shown inside a part of the host's page instead of over it: never closes, goes to Account or Connect instead. */
  readonly embedded: boolean
  /** Only this namespace is offered while the modal is open. */
  readonly namespace?: string
  readonly shaking: boolean
  readonly toast?: Toast
  readonly alert?: Alert
  /** A request is waiting in a wallet that may draw its window in the page: the panel leaves the top layer, a backdrop click does not close. */
  readonly waiting?: { readonly overlaysPage: boolean }
}
export interface Toast {
  /** Grows with each toast, so that the same sentence twice is two toasts. */
  readonly id: number
  readonly kind: 'success' | 'failure' | 'progress'
  readonly message: Message
}
export interface Alert {
  readonly title: Message
  readonly detail?: Message
  readonly kind: 'warning' | 'failure'
}
export const shellSlice = /* @__PURE__ */ defineSlice<ShellState>({ id: 'shell', initial: () => ({ open: false, embedded: false, shaking: false }) })

export interface Shell {
  /** Opens at the view that the opening rules name. Opening an open modal moves it there. */
  open(options?: OpenOptions): void
  /** Closes, unless a close guard refuses: then the modal shakes and this answers false. Embedded: goes to Account or Connect. */
  close(): boolean
  /** One step back, or close when there is nothing to go back to. */
  back(): void
  /** For 500 ms. */
  shake(): void
  /** Marks that a wallet is asking; answers what ends it. */
  wait(options?: { readonly overlaysPage?: boolean }): () => void
  setEmbedded(embedded: boolean): void
  /** Called by the interface after a view is painted with all of its parts. Emits `viewPainted`. */
  reportPainted(view: string): void
}
export interface OpenOptions {
  readonly view?: AnyView
  readonly params?: unknown
  /** Offers only this namespace until the modal closes. */
  readonly namespace?: string | undefined
}
export const shell: ServiceRef<Shell> = /* @__PURE__ */ defineService<Shell>('shell')

export interface Toasts {
  success(message: Message): void
  /** Stays until it is replaced or dismissed. */
  progress(message: Message): void
  /** What a person should read of an error: a ModalError's own sentence, else "Something went wrong" (`sentenceOf`). A decline is quiet. */
  fail(error: unknown): void
  dismiss(): void
  alert(alert: Alert): void
  dismissAlert(): void
}
export const toasts: ServiceRef<Toasts> = /* @__PURE__ */ defineService<Toasts>('toasts')

export const modalOpened: EventRef<{ readonly view: string }> = /* @__PURE__ */ defineEvent('modalOpened')
/** A view is on screen with all of its parts, so work that the view does not need may start. Each place that shows the view emits once. */
export const viewPainted: EventRef<{ readonly view: string }> = /* @__PURE__ */ defineEvent('viewPainted')
export const modalClosed: EventRef<void> = /* @__PURE__ */ defineEvent('modalClosed')

/** A service does not accept requests from this page: its origin is not on the service's list, or its key is unknown. The shell alerts, once, whoever says it. */
export const configurationRefused: EventRef<{ readonly service: string }> = /* @__PURE__ */ defineEvent('configurationRefused')

/** Answers where to open, or undefined to leave it to the next rule. A view that nobody registered does not count. */
export interface OpeningRule extends SlotItem {
  decide(read: Read, options: OpenOptions): { readonly view: AnyView; readonly params?: unknown } | undefined
}
/** *First answer.* Ranks: `first` no adapters (walletconnect), unsupported chain · `early` required sign-in · then the shell's own: requested view, Account, Connect. */
export const openingRules: SlotRef<OpeningRule> = /* @__PURE__ */ defineSlot<OpeningRule>('openingRules')

export interface CloseGuard extends SlotItem {
  /** False: the modal must not close now. */
  allows(read: Read): boolean
}
/** *Every.* The modal closes only if all allow it. */
export const closeGuards: SlotRef<CloseGuard> = /* @__PURE__ */ defineSlot<CloseGuard>('closeGuards')

/** Whether the modal must stay open: a guard says so, or the view on screen. Each is asked, and one that throws has nothing to say; `report` hears of it. */
export function isHeld(read: Read, { current, entry }: Pick<Views, 'current' | 'entry'>, report?: (error: unknown) => void): boolean {
  return [...read.items(closeGuards), { allows: entry(current?.id ?? '')?.canLeave }].some(rule => {
    try {
      return rule.allows?.(read) === false
    } catch (error) {
      report?.(error)
      return false
    }
  })
}

/** What stands at the start of the header on a view, where it is not Back. */
export interface HeaderAction extends SlotItem {
  /** The view's id. */
  readonly view: string
  readonly label: Label
  readonly icon: string
  readonly target: AnyView
}
/** *List.* The first one whose view is on screen stands in the place of Back when there is nothing to go back to: Settings on Account, help on Connect. */
export const headerActions: SlotRef<HeaderAction> = /* @__PURE__ */ defineSlot<HeaderAction>('headerActions')
