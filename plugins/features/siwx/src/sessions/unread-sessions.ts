import { forgottenEvent } from '@portico/kernel/session'
import { savedSignInsSlice } from '../persisted.js'
import type { SiwxContext } from '../refs.js'

/**
 * Calls `forget` when what is stored is deleted while sessions are stored that no code has read: a
 * server may still know them.
 */
export function endUnreadSessions(context: SiwxContext, forget: () => Promise<void>): void {
  // Deleting resets the slice before it is announced.
  let hasUnread = false
  context.watch(
    read => read.state(savedSignInsSlice).isKept,
    isKept => {
      if (isKept !== false) hasUnread = isKept === true
    },
  )
  context.on(forgottenEvent, ({ waitUntil }) => {
    if (hasUnread) waitUntil(forget())
  })
}
