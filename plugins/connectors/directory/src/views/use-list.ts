import { connection, type DirectoryWallet, message } from '@portico/kernel/contracts'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { walletDirectory } from '../refs.js'

export const listFailedMessage = /* @__PURE__ */ message('directory.failed', 'The list of wallets could not be loaded.')
export const listEmptyMessage = /* @__PURE__ */ message('directory.empty', 'No wallet of this list works here.')

type List = { readonly state: 'loading' } | { readonly state: 'failed' } | { readonly state: 'there'; readonly wallets: readonly DirectoryWallet[] }
/** The list with what is in the page, so that nothing moves when that is found; and how to ask for it again. */
export function useList(): readonly [List, again: () => void] {
  const directory = useService(walletDirectory)
  const { discover } = useService(connection)
  const kernel = useKernel()
  const [list, setList] = useState<List>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is the same effect once more.
  useEffect(() => {
    let isGone = false
    const report = (error: unknown) => kernel.report(error, 'connector/directory')
    // A search in the page that fails leaves those that are elsewhere.
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
