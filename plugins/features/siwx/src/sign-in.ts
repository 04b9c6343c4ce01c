import { type Kernel, KernelError } from '@portico/kernel'
import { SignInError } from './errors.js'
import { siwxService } from './refs.js'
import type { KnownSession } from './siwx-state.js'

/**
 * Signs the active account in: `siwxService.signIn()`.
 * Throws a SignInError `NOT_ENABLED` where the plugin is not included.
 */
export async function signIn(kernel: Pick<Kernel, 'use'>): Promise<KnownSession> {
  try {
    return await kernel.use(siwxService).signIn()
  } catch (error) {
    throw error instanceof KernelError && error.code === 'SERVICE_UNKNOWN'
      ? new SignInError('NOT_ENABLED', { cause: error })
      : error
  }
}
