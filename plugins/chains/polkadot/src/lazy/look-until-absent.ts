import type { Turn } from '@portico/kernel/contracts'
import { isUnanswered, lookUntil, unhurriedMs } from '@portico/kernel/rpc'

/** Looks until there is an answer. Answers undefined once endpoints have known nothing for two minutes of looks that were answered. */
export async function lookUntilAbsent<Outcome>(
  look: () => Promise<Outcome | undefined>,
  { everyMs, turn }: { readonly everyMs: number; readonly turn: Turn | undefined },
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  let answeredMs = 0
  let answeredAt: number | undefined
  const measured = async (): Promise<{ readonly found: Outcome | undefined } | undefined> => {
    const since = answeredAt
    answeredAt = undefined
    const found = await look()
    answeredAt = performance.now()
    // Time in which nothing was looked for, because the page was hidden, counts as one interval at most.
    answeredMs += since === undefined ? 0 : Math.min(answeredAt - since, unhurriedMs)
    return found !== undefined || answeredMs >= absentAfterMs ? { found } : undefined
  }
  return (await lookUntil(measured, { everyMs, isPassing: isUnanswered, turn }, signal)).found
}
const absentAfterMs = 120_000
