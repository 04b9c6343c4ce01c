/** One toast at a time, and the strip that stays. Loaded when a wallet is connected, when the modal shakes, or with the first toast. Specification sections 4 and 8. */
import { type Alert, isHeld, type Message, message, sentenceOf, shellSlice, type Toast, type Toasts } from '@portico/kernel/contracts'
import { configurationAlert } from './configuration-alert.js'
import type { ShellContext } from './refs.js'

export const heldSentence = message('shell.held', 'Finish this first, or cancel it.')
const gapMs = 150
const shownMs = 2_500

/** What others say by the service, and what the shell has to say itself. */
export interface AllToasts extends Toasts {
  refused(by: { readonly service: string }): void
  held(isShaking: boolean): void
}

export function createToasts(context: ShellContext): AllToasts {
  let count = 0
  let told = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Comes when the one before it is gone. */
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
    /** It shakes because it must stay open, not only on request: that is said in words, too. Once, however often somebody tries. */
    held(isShaking) {
      const { state, items, capability, capabilities } = context
      // What is under way is said there already, or is about to be, and stays.
      const isUnderWay = (next ?? state(shellSlice).toast)?.kind === 'progress'
      // Guards are strangers: they may read, and no more.
      if (isShaking && !isUnderWay && isHeld({ state, items, capability, capabilities }, context.views)) say('failure', heldSentence)
    },
    /** Whichever service says it, once is enough. */
    refused({ service }) {
      if (!told) alert(configurationAlert(service))
      told = true
    },
  }
}
