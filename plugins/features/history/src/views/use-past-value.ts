import { currencySlice } from '@portico/kernel/backend'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import {
  hiddenAmount,
  useFiat,
  useHidesAmounts,
  useKernel,
  useService,
  useSlice,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { historyService } from '../refs.js'

/** Returns what an entry was worth when it happened, as money. Undefined: unknown. */
export function usePastValue(entry: ActivityEntry): string | undefined {
  const kernel = useKernel()
  const { pastValue } = useService(historyService)
  const fiat = useFiat()
  const hides = useHidesAmounts()
  const currency = useSlice(currencySlice, state => state.code)
  const [known, setKnown] = useState<{ readonly of: string; readonly value: string | undefined }>()
  const of = `${currency} ${entry.id} ${entry.metadata.status}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry with the same id is the same.
  useEffect(() => {
    let isGone = false
    pastValue(entry).then(
      value => void (isGone || setKnown({ of, value })),
      error => void (isGone || kernel.report(error, 'feature/history')),
    )
    return () => {
      isGone = true
    }
  }, [kernel, pastValue, of])
  const value = known?.of === of ? known.value : undefined
  return value !== undefined && hides ? hiddenAmount : fiat(value)
}
