import type { DirectoryWallet } from '@portico/kernel/contracts'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { walletDirectory } from '../refs.js'

/** Nobody asks a service for every letter. Milliseconds. */
const pauseMs = 300

interface Found {
  /** The chains and the search that this answers. */
  readonly question: string
  readonly wallets: readonly DirectoryWallet[]
  /** Entries seen so far, with those that were not let in. */
  readonly seen: number
  /** The page to ask for; 0: there is no more. */
  readonly next: number
  /** It could not be asked for. */
  readonly isBroken: boolean
}
const nothing = (question: string): Found => ({ question, wallets: [], seen: 0, next: 1, isBroken: false })

export interface More {
  readonly wallets: readonly DirectoryWallet[]
  /** Asks for the next of them. */
  readonly ask: () => void
  /** There is no more, or none that comes by itself. */
  readonly isOver: boolean
  /** Asks once more for what could not be had; undefined where nothing failed. */
  readonly again: (() => void) | undefined
}
/** Wallets of the remote directory, as far as somebody scrolled; while they search, those that it finds. What it cannot answer is reported, and leaves the list as it is. */
export function useMore(search: string, networks: readonly string[]): More {
  const directory = useService(walletDirectory)
  const kernel = useKernel()
  const chains = networks.join()
  const question = `${chains} ${search}`
  const [found, set] = useState(() => nothing(question))
  // Whoever asked once knows whether there is a remote directory at all.
  const [isAlone, setAlone] = useState(false)
  const asking = useRef<{ readonly question: string; readonly controller: AbortController }>(undefined)
  const { wallets, next, isBroken } = found.question === question ? found : nothing(question)
  const isOver = isAlone || isBroken || next === 0
  const page = useRef(next)
  page.current = isOver ? 0 : next

  const ask = useCallback(async () => {
    const { current } = page
    if (asking.current?.question === question || !current) return
    // What was asked for another question is of no use to this one.
    asking.current?.controller.abort()
    const controller = new AbortController()
    const mine = { question, controller }
    asking.current = mine
    const { signal } = controller
    try {
      const answer = await directory.page({ page: current, search, networks: chains ? chains.split(',') : [] }, signal)
      if (signal.aborted) return
      if (!answer) return setAlone(true)
      set(before => {
        const { wallets, seen } = before.question === question ? before : nothing(question)
        const total = seen + answer.entries
        return {
          question,
          wallets: [...wallets, ...answer.wallets.filter(wallet => !wallets.some(({ id }) => id === wallet.id))],
          seen: total,
          next: answer.entries && total < answer.count ? current + 1 : 0,
          isBroken: false,
        }
      })
    } catch (error) {
      if (signal.aborted) return
      kernel.report(error, 'connector/directory')
      set(before => ({ ...(before.question === question ? before : nothing(question)), isBroken: true }))
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
  // Another function for each page, so that who saw the end is asked again. What is searched is asked for after the pause.
  const askNext = useCallback(() => void (next > (search ? 1 : 0) && ask()), [ask, next, search])
  const again = useCallback(() => {
    set(before => ({ ...before, isBroken: false }))
    page.current = next
    void ask()
  }, [ask, next])
  return { wallets, ask: askNext, isOver, again: isBroken ? again : undefined }
}
