import type { Nonsense } from './nonsense.js'

/**
 * What the owner of the wallet does with a request.
 *
 * `approve` · `reject` · `pending`: the wallet says that a request is already open · `hang`: never
 * answers · `ask`: waits in `pending` for the remote control · `delayMs`: does `afterwards`
 * (approve) after so many milliseconds · `error`: fails with exactly this · `answer`: answers
 * exactly this, without doing it · `nonsense`: answers something malformed.
 */
export type Policy =
  | 'approve'
  | 'reject'
  | 'pending'
  | 'hang'
  | 'ask'
  | { readonly delayMs: number; readonly afterwards?: Policy }
  | { readonly error: unknown }
  | { readonly answer: unknown }
  | { readonly nonsense: Nonsense }

/**
 * A policy by method. `*` is for every method that needs an approval and is not named; a named
 * method follows its policy always, also where the wallet needs no approval.
 */
export interface PolicyTable {
  '*': Policy
  [method: string]: Policy
}

/** Reads one policy as the policy of all, and completes a table. */
export function toPolicyTable(
  given: Policy | Readonly<Record<string, Policy>> = 'approve',
): PolicyTable {
  return isPolicy(given) ? { '*': given } : { '*': 'approve', ...given }
}

const isPolicy = (value: Policy | Readonly<Record<string, Policy>>): value is Policy =>
  typeof value === 'string' || ['delayMs', 'error', 'answer', 'nonsense'].some(key => key in value)
