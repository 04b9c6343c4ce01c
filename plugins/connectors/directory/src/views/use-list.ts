import { connectionService } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import type { DirectoryWallet } from '@portico/kernel/wallet'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { walletDirectoryService } from '../refs.js'

export const listFailedMessage = /* @__PURE__ */ message(
  'directory.failed',
  'The list of wallets could not be loaded.',
)
export const listEmptyMessage = /* @__PURE__ */ message(
  'directory.empty',
  'None of these wallets works here.',
)

type List =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'there'; readonly wallets: readonly DirectoryWallet[] }
/**
 * Returns the list, and a function that reloads it.
 * The list is ready once the wallets in the page are known, so that nothing moves later.
 */
export function useList(): readonly [List, again: () => void] {
  const directory = useService(walletDirectoryService)
  const { discover } = useService(connectionService)
  const kernel = useKernel()
  const [list, setList] = useState<List>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is the same effect once more.
  useEffect(() => {
    let isGone = false
    const report = (error: unknown) => kernel.report(error, 'connector/directory')
    // When the discovery in the page fails, the wallets of directories are still shown.
    Promise.all([directory.wallets(), discover().catch(report)]).then(
      ([wallets]) => !isGone && setList({ state: 'there', wallets }),
      error => {
        report(error)
        if (!isGone) setList({ state: 'failed' })
      },
    )
    return () => {
      isGone = true
    }
  }, [directory, discover, kernel, attempt])
  const again = useCallback(() => {
    setList({ state: 'loading' })
    setAttempt(attempt => attempt + 1)
  }, [])
  return [list, again]
}
