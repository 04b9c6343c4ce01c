/** The state of the modal, its toasts and alerts. Written by the shell plugin. */
import { firstAnswer } from '../../combine.js'
import type { Views } from '../../plugin.js'
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
} from '../../refs.js'
import type { Message } from '../text/text.js'

export interface ShellState {
  readonly open: boolean
  /**
   * True in a container of the host's page: the modal never closes, and shows Account or Connect
   * instead.
   */
  readonly embedded: boolean
  /** The host opened the modal at a view of its choice. */
  readonly isAtRequestedView?: boolean
  /** Only this namespace is offered while the modal is open. */
  readonly namespace?: string
  readonly shaking: boolean
  readonly toast?: Toast
  readonly alert?: Alert
  /**
   * An open request of a wallet that may open its window in the page: the panel leaves the top
   * layer, and a click beside it does not close the modal.
   */
  readonly waiting?: { readonly overlaysPage: boolean }
}
export interface Toast {
  /** Increases with each toast, so that the same sentence can be shown twice. */
  readonly id: number
  readonly kind: 'success' | 'failure' | 'progress'
  readonly message: Message
}
export interface Alert {
  readonly title: Message
  readonly detail?: Message
  readonly kind: 'warning' | 'failure'
}
export const shellSlice = /* @__PURE__ */ defineSlice<ShellState>({
  id: 'shell',
  initial: () => ({ open: false, embedded: false, shaking: false }),
})

export interface Shell {
  /**
   * Opens the modal at the view that the opening rules choose. An open modal moves to that view.
   */
  open(options?: OpenOptions): void
  /**
   * Closes the modal. If a close guard refuses, the modal shakes and this returns false. An
   * embedded modal shows Account or Connect instead.
   */
  close(): boolean
  /** Goes to the previous view, or closes the modal without one. */
  back(): void
  /** For 500 ms. */
  shake(): void
  /** Marks a wallet request as open. Returns a function that ends the mark. */
  wait(options?: { readonly overlaysPage?: boolean }): () => void
  setEmbedded(embedded: boolean): void
  /** Called by `@portico/ui` after a view is painted with all of its parts. Emits `viewPainted`. */
  reportPainted(view: string): void
}
export interface OpenOptions {
  /** The view, or its name. */
  readonly view?: AnyView | string
  readonly params?: unknown
  /** Offers only this namespace until the modal closes. */
  readonly namespace?: string | undefined
}
export const shellService: ServiceRef<Shell> = /* @__PURE__ */ defineService<Shell>('shell')

export interface Toasts {
  success(message: Message): void
  /** Shows an alert until it is replaced or dismissed. */
  progress(message: Message): void
  /**
   * Shows an error: the sentence of a ModalError, or "Something went wrong" (`sentenceOf`). Shows
   * nothing for a declined request.
   */
  fail(error: unknown): void
  dismiss(): void
  alert(alert: Alert): void
  dismissAlert(): void
}
export const toastsService: ServiceRef<Toasts> = /* @__PURE__ */ defineService<Toasts>('toasts')

export const modalOpenedEvent: EventRef<{ readonly view: string }> =
  /* @__PURE__ */ defineEvent('modalOpened')
/**
 * A view was painted with all of its parts, so work that the view does not need may start. Emitted
 * once by each modal that shows the view.
 */
export const viewPaintedEvent: EventRef<{ readonly view: string }> =
  /* @__PURE__ */ defineEvent('viewPainted')
export const modalClosedEvent: EventRef<void> = /* @__PURE__ */ defineEvent('modalClosed')

/**
 * A service does not accept requests from this page: the service does not list its origin, or does
 * not know its key. The shell shows one alert.
 */
export const configurationRefusedEvent: EventRef<{ readonly service: string }> =
  /* @__PURE__ */ defineEvent('configurationRefused')

/**
 * Returns the view to open, or undefined to leave that to the next rule. A view that is not
 * registered is ignored.
 */
export interface OpeningRule extends SlotItem {
  decide(
    read: Read,
    options: OpenOptions,
  ): { readonly view: AnyView; readonly params?: unknown } | undefined
}
/**
 * Ranks: `first` no adapters (walletconnect), unsupported chain · `early` required sign-in · then
 * the shell's own: requested view, Account, Connect.
 */
export const openingRulesSlot = /* @__PURE__ */ defineSlot('openingRules', {
  combine: /* @__PURE__ */ firstAnswer(
    (rule: OpeningRule, read: Read, options: OpenOptions, { has }: Pick<Views, 'has'>) => {
      const answer = rule.decide(read, options)
      return answer && has(answer.view) ? answer : undefined
    },
  ),
})

export interface CloseGuard extends SlotItem {
  /** False: the modal must not close now. */
  allows(read: Read): boolean
}
/** The modal closes only if all allow it. The answer is true where one does not. */
export const closeGuardsSlot = /* @__PURE__ */ defineSlot('closeGuards', {
  combine: /* @__PURE__ */ firstAnswer((guard: CloseGuard, read: Read) =>
    guard.allows(read) ? undefined : true,
  ),
})

/**
 * True if a guard or the current view keeps the modal open. A guard that throws is ignored;
 * `report` is left out where the shell reports it.
 */
export function isHeld(
  read: Read,
  { current, entry }: Pick<Views, 'current' | 'entry'>,
  report: (error: unknown) => void = () => undefined,
): boolean {
  const view = { id: 'view', allows: entry(current?.id ?? '')?.canLeave ?? (() => true) }
  return !!closeGuardsSlot.combine([...read.items(closeGuardsSlot), view], report, read)
}

/** The button at the start of the header on a view without Back. */
export interface HeaderAction extends SlotItem {
  /** The view's id. */
  readonly view: string
  readonly label: Label
  readonly icon: string
  readonly target: AnyView
}
/**
 * *List.* The first action of the current view is shown when there is no Back: Settings on Account,
 * help on Connect.
 */
export const headerActionsSlot: SlotRef<HeaderAction> =
  /* @__PURE__ */ defineSlot<HeaderAction>('headerActions')
