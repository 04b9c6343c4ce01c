import type { Policy } from '@portico/mock-wallets'

export interface PolicyChoice {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly policy: Policy
}
/** What a wallet's owner may do with a request. */
export const policyChoices: readonly PolicyChoice[] = [
  { id: 'approve', label: 'Approve', hint: 'Says yes at once', policy: 'approve' },
  { id: 'ask', label: 'Ask me', hint: 'Waits for you to approve or reject', policy: 'ask' },
  { id: 'reject', label: 'Reject', hint: 'Declines at once', policy: 'reject' },
  { id: 'delay', label: 'In 4 s', hint: 'Says yes after four seconds', policy: { delayMs: 4_000 } },
  { id: 'hang', label: 'No answer', hint: 'Never answers', policy: 'hang' },
  { id: 'pending', label: 'Busy', hint: 'Says that a request is already open', policy: 'pending' },
]

/** The id of a policy among these choices; empty for any other. */
export function policyIdOf(policy: Policy | undefined): string {
  return (
    policyChoices.find(choice => JSON.stringify(choice.policy) === JSON.stringify(policy))?.id ?? ''
  )
}
