import { useKernel } from '@portico/ui'
import { useCallback } from 'react'

/** Starts something that says in its slice how it goes; only its code may fail to arrive, which is reported. */
export function useCalls(): (call: Promise<unknown>) => void {
  const kernel = useKernel()
  return useCallback(call => void call.catch(error => kernel.report(error, 'feature/send')), [kernel])
}
