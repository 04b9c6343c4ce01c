/** What is said of a request or an approval that was left behind. */
export const leftWords = {
  'swap.left': 'You allowed {route} to take {amount}, and nothing was swapped for it.',
  'swap.revoke': 'Take back',
  'swap.unanswered': 'Your wallet may still ask. Decline it there before you swap again.',
} as const
