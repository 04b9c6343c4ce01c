import type { DirectoryWallet } from '@portico/kernel/wallet'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { walletDirectoryService } from '../refs.js'

/** Milliseconds. Debounces the search, so that not every letter causes a request. */
const pauseMs = 300

interface Found {
  /** The chains and the search text of this result. */
  readonly question: string
  readonly wallets: readonly DirectoryWallet[]
  /** Entries received so far, including rejected ones. */
  readonly seen: number
  /** The next page to request; 0: there is no more. */
  readonly next: number
  /** True when the last request failed. */
  readonly isBroken: boolean
}
const nothing = (question: string): Found => ({
  question,
  wallets: [],
  seen: 0,
  next: 1,
  isBroken: false,
})

export interface More {
  readonly wallets: readonly DirectoryWallet[]
  /** Requests the next page. */
  readonly ask: () => void
  /** True when no more wallets come by themselves. */
  readonly isOver: boolean
  /** Requests a failed page again; undefined where nothing failed. */
  readonly again: (() => void) | undefined
}
/**
 * Returns the remote directory's wallets, as far as the person scrolled, or those of the search.
 * A failure is reported, and leaves the list as it is.
 */
export function useMore(search: string, networks: readonly string[]): More {
  const directory = useService(walletDirectoryService)
  const kernel = useKernel()
  const chains = networks.join()
  const question = `${chains} ${search}`
  const [found, set] = useState(() => nothing(question))
  // The first answer tells whether there is a remote directory at all.
  const [isAlone, setAlone] = useState(false)
  const asking = useRef<{ readonly question: string; readonly controller: AbortController }>(
    undefined,
  )
  const { wallets, next, isBroken } = found.question === question ? found : nothing(question)
  const isOver = isAlone || isBroken || next === 0
  const page = useRef(next)
  page.current = isOver ? 0 : next

  const ask = useCallback(async () => {
    const { current } = page
    if (asking.current?.question === question || !current) return
    // A request for another search is of no use to this one.
    asking.current?.controller.abort()
    const controller = new AbortController()
    const mine = { question, controller }
    asking.current = mine
    const { signal } = controller
    try {
      const answer = await directory.page(
        { page: current, search, networks: chains ? chains.split(',') : [] },
        signal,
      )
      if (signal.aborted) return
      if (!answer) return setAlone(true)
      set(before => {
        const { wallets, seen } = before.question === question ? before : nothing(question)
        const total = seen + answer.entries
        return {
          question,
          wallets: [
            ...wallets,
            ...answer.wallets.filter(wallet => !wallets.some(({ id }) => id === wallet.id)),
          ],
          seen: total,
          next: answer.entries && total < answer.count ? current + 1 : 0,
          isBroken: false,
        }
      })
    } catch (error) {
      if (signal.aborted) return
      kernel.report(error, 'connector/directory')
      set(before => ({
        ...(before.question === question ? before : nothing(question)),
        isBroken: true,
      }))
    } finally {
      if (asking.current === mine) asking.current = undefined
    }
  }, [directory, kernel, chains, search, question])

  useEffect(() => {
    const timer = search ? setTimeout(ask, pauseMs) : undefined
    return () => {
      clearTimeout(timer)
      if (asking.current?.question !== question) return
      asking.current.controller.abort()
      asking.current = undefined
    }
  }, [search, question, ask])
  // The function changes with each page, so that the effect at the end of the list runs again. A
  // search is requested after the debounce.
  const askNext = useCallback(() => void (next > (search ? 1 : 0) && ask()), [ask, next, search])
  const again = useCallback(() => {
    set(before => ({ ...before, isBroken: false }))
    page.current = next
    void ask()
  }, [ask, next])
  return { wallets, ask: askNext, isOver, again: isBroken ? again : undefined }
}
