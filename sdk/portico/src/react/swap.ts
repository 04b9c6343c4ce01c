/** The hook over the plugin `swap()`, in an entry of its own: bundlers keep that plugin's views. */
import type { Message } from '@portico/kernel/text'
import {
  type Swap,
  type SwapPhase,
  type SwapState,
  swapService,
  swapSlice,
} from '@portico/plugin-swap'
import { useRead, useService } from '@portico/ui/react'
import { useMemo } from 'react'

/** `data`: amounts, tokens and the quote as the person has chosen them. */
export interface SwapResult {
  readonly status: SwapPhase['name']
  readonly data: SwapState
  /** Why there is no quote or no swap. */
  readonly error: Message | undefined
  /** Chooses tokens and amounts, and confirms the quote: `swap.setAmount('1')`. */
  readonly swap: Swap
}
/**
 * The swap that is being prepared or carried out, without the modal. Needs the plugin `swap()`;
 * throws a KernelError `SERVICE_UNKNOWN` without it.
 */
export function useSwap(): SwapResult {
  const swap = useService(swapService)
  const data = useRead(read => read.state(swapSlice))
  return useMemo(() => {
    const { phase } = data
    return {
      status: phase.name,
      data,
      error: 'problem' in phase ? phase.problem : undefined,
      swap,
    }
  }, [data, swap])
}
