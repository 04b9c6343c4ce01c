import type { ServiceRef } from '@portico/kernel'
import { useKernel } from './kernel-provider.js'

/** A service: the same object each time, no subscription. Throws a KernelError SERVICE_UNKNOWN when no running plugin provides it. */
export function useService<T>(service: ServiceRef<T>): T {
  return useKernel().use(service)
}
