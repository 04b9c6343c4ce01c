import { useCallback } from 'react'
import { useKernel } from './kernel-provider.js'

/** Starts something that says in its slice how it goes; only its code may fail to arrive, which is reported under the id of the plugin. */
export function useCalls(plugin: string): (call: Promise<unknown>) => void {
  const kernel = useKernel()
  return useCallback(call => void call.catch(error => kernel.report(error, plugin)), [kernel, plugin])
}
