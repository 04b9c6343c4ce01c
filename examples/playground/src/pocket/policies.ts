import type { PocketOptions } from '@portico/pocket'

/** The policies of the owner that a person can choose. */
export const policyChoices = [
  { name: 'ask', label: 'Ask me', policy: 'ask' },
  { name: 'approve', label: 'Approve everything', policy: 'approve' },
  { name: 'reject', label: 'Reject everything', policy: 'reject' },
  { name: 'late', label: 'Approve after 5 seconds', policy: { delayMs: 5_000 } },
  { name: 'hang', label: 'Never answer', policy: 'hang' },
] as const satisfies readonly {
  readonly name: string
  readonly label: string
  readonly policy: PocketOptions['policy']
}[]
