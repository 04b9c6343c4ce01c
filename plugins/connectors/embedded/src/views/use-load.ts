import { useTask } from '@portico/ui'
import { useEffect, useState } from 'react'

export interface Loaded<Value> {
  readonly value: Value | undefined
  /** The error of the last load. A value of an earlier one stays. */
  readonly error: unknown
  /** Loads again. */
  again(): void
}
/** Loads a value when the view is shown. Leaving the view aborts the request. */
export function useLoad<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>()
  const [{ error }, again] = useTask(async signal => {
    const found = await load(signal)
    if (!signal.aborted) setValue(found)
  })
  useEffect(() => again(), [again])
  return { value, error, again }
}
