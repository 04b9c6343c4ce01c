/** Whether a wallet is to be seen on its page. */
export interface Presence {
  /** Shows the wallet, if it is not there yet and did not go for good. */
  appear(): void
  /** Takes it away for good. */
  vanish(): void
}

/**
 * Shows a wallet at once, so many milliseconds later, or only on command. `show` answers
 * how it is taken away.
 */
export function createPresence(announce: 'now' | number | false, show: () => () => void): Presence {
  let isGone = false
  let withdraw: (() => void) | undefined
  const appear = () => {
    if (!isGone) withdraw ??= show()
  }
  if (announce === 'now') appear()
  else if (announce !== false) setTimeout(appear, announce)
  return {
    appear,
    vanish() {
      isGone = true
      withdraw?.()
      withdraw = undefined
    },
  }
}
