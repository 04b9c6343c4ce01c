/** What is said of a request or an approval that was left behind. */
export const leftWords = {
  'swap.left': 'You allowed {route} to take {amount}, and nothing was swapped for it.',
  'swap.leftOther': 'You did not confirm this: {spender} may take your tokens.',
  'swap.revoke': 'Take back',
  'swap.unanswered': 'Your wallet may have done this already, or may still ask. Check your wallet before you swap again.',
  'swap.open.asked': '{wallet} may still ask you to swap {sold}. Decline it there before you swap again: both together swap twice.',
  'swap.open.askedApproval': '{wallet} may still ask you for an approval of {sold}. Decline it there before you swap again.',
  'swap.open.waiting': 'The other owners of your wallet have to sign your request of {sold}. Do not swap it again: both together swap twice.',
  'swap.open.unknown':
    '{wallet} may have swapped {sold} for {bought}. We are watching your account. Check {wallet} before you swap again: both together swap twice.',
  'swap.open.unwatched': '{wallet} may have swapped {sold} for {bought}. Check {wallet} before you swap again: both together swap twice.',
  'swap.open.approval': '{wallet} may have sent your approval of {sold}. Check {wallet} before you swap again.',
  'swap.open.permit': '{wallet} may still ask you for a signature. A signature by itself moves nothing. Decline it there before you swap again.',
} as const
