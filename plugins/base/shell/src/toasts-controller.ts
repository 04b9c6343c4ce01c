/**
 * Shows one toast at a time, and the alert that stays.
 * Loaded when a wallet is connected, when the modal shakes, or with the first toast.
 */
import { type Alert, isHeld, shellSlice, type Toast, type Toasts } from '@portico/kernel/shell'
import { type Message, message, sentenceOf } from '@portico/kernel/text'
import { configurationAlert } from './configuration-alert.js'
import type { ShellContext } from './refs.js'

export const heldSentence = message('shell.held', 'Finish or cancel this step first.')
const gapMs = 150
const shownMs = 2_500

/** The toasts of other plugins through the service, and the shell's own. */
export interface AllToasts extends Toasts {
  refused(by: { readonly service: string }): void
  held(isShaking: boolean): void
}

export function createToasts(context: ShellContext): AllToasts {
  let count = 0
  let isAlerted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Shown when the current toast is gone. */
  let next: Toast | undefined
  const show = (toast?: Toast) =>
    context.update(shellSlice, state => {
      if (toast) state.toast = toast
      else delete state.toast
    })
  const alert = (alert?: Alert) =>
    context.update(shellSlice, state => {
      if (alert) state.alert = alert
      else delete state.alert
    })
  const dismiss = () => {
    clearTimeout(timer)
    next = undefined
    show()
  }
  const begin = (toast: Toast) => {
    next = undefined
    show(toast)
    if (toast.kind !== 'progress') timer = setTimeout(dismiss, shownMs)
  }
  const say = (kind: Toast['kind'], message: Message) => {
    const busy = next ?? context.state(shellSlice).toast
    const toast = { id: ++count, kind, message }
    dismiss()
    if (!busy) return begin(toast)
    next = toast
    timer = setTimeout(begin, gapMs, toast)
  }
  context.onDispose(() => clearTimeout(timer))

  return {
    success: message => say('success', message),
    progress: message => say('progress', message),
    fail(error) {
      const sentence = sentenceOf(error)
      if (sentence) say('failure', sentence)
    },
    dismiss,
    alert,
    dismissAlert: () => alert(),
    /**
     * Says why the modal must stay open when a guard makes it shake, not when it shakes only on
     * request. Once, however often closing is tried.
     */
    held(isShaking) {
      const { state, items, capability, capabilities } = context
      // A progress toast, shown or next, already says what is pending, and stays.
      const isUnderWay = (next ?? state(shellSlice).toast)?.kind === 'progress'
      // Guards are third-party code, so they get read access only.
      if (
        isShaking &&
        !isUnderWay &&
        isHeld({ state, items, capability, capabilities }, context.views)
      )
        say('failure', heldSentence)
    },
    /** One alert is enough, whichever service reports it. */
    refused({ service }) {
      if (!isAlerted) alert(configurationAlert(service))
      isAlerted = true
    },
  }
}
