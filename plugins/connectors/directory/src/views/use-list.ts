import { connectionService } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { type DirectoryWallet, walletProblem } from '@portico/kernel/wallet'
import { createRefusals, type FailedPartProps, useKernel, useService } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { walletDirectoryService } from '../refs.js'

export const listEmptyMessage = /* @__PURE__ */ message(
  'directory.empty',
  'None of these wallets works here.',
)

type List =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: FailedPartProps['error'] }
  | { readonly state: 'there'; readonly wallets: readonly DirectoryWallet[] }
/**
 * Returns the list, and a function that reloads it. A failure has an error where code did not
 * arrive.
 * The list is ready once the wallets in the page are known, so that nothing moves later.
 */
export function useList(): readonly [List, again: () => void] {
  const directory = useService(walletDirectoryService)
  const { discover } = useService(connectionService)
  const kernel = useKernel()
  const [list, setList] = useState<List>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [refusals] = useState(createRefusals)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is the same effect once more.
  useEffect(() => {
    let isGone = false
    const report = (error: unknown) => kernel.report(error, 'connector/directory')
    // When the discovery in the page fails, the wallets of directories are still shown.
    Promise.all([directory.wallets(), discover().catch(report)]).then(
      ([wallets]) => !isGone && setList({ state: 'there', wallets }),
      error => {
        const isUnloaded = walletProblem(error).kind === 'unloaded'
        const refused = isUnloaded ? refusals.errorOf(directory, error) : undefined
        report(refused ?? error)
        if (!isGone) setList({ state: 'failed', error: refused })
      },
    )
    return () => {
      isGone = true
    }
  }, [directory, discover, kernel, refusals, attempt])
  const again = useCallback(() => {
    refusals.retried(directory)
    setList({ state: 'loading' })
    setAttempt(attempt => attempt + 1)
  }, [directory, refusals])
  return [list, again]
}
