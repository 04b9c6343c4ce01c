/** The outbox as a service. Loads with the first submission, or while a transaction is pending. */
import type { Outbox } from '@portico/kernel/transactions'
import { add } from './added.js'
import { acknowledge, followAll, outcome, remove } from './follow.js'
import { watchOpen } from './open-requests.js'
import { removeOldRequests } from './outbox.js'
import type { OutboxContext } from './refs.js'
import { restore } from './restore.js'
import { open, submit } from './submit.js'

/** Follows everything whose outcome is not known, once a wallet is connected. */
export async function resume(context: OutboxContext): Promise<void> {
  await restore(context)
  removeOldRequests(context)
  watchOpen(context)
  followAll(context)
}
export async function create(context: OutboxContext): Promise<Outbox> {
  // Open requests guard from the first call.
  await restore(context)
  return {
    restore: () => restore(context),
    submit: submission => submit(context, submission),
    add: async transaction => add(context, transaction),
    open: async request => open(context, request),
    outcome: which => outcome(context, which),
    watch: async sender => watchOpen(context, sender),
    acknowledge: async which => acknowledge(context, which),
    remove: async which => remove(context, which),
    replacements: async (which, signal) =>
      (await import('./replace.js')).replacements(context, which, signal),
    replace: async (which, replacement, signal) =>
      (await import('./replace.js')).replace(context, which, replacement, signal),
  }
}
