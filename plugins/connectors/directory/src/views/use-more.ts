import type { DirectoryWallet } from '@portico/kernel/contracts'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { walletDirectory } from '../refs.js'

/** Nobody asks a service for every letter. Milliseconds. */
const pauseMs = 300

interface More {
  readonly search: string
  readonly wallets: readonly DirectoryWallet[]
  /** Entries seen so far, with those that were not let in. */
  readonly seen: number
  /** The page to ask for; 0: there is no more. */
  readonly next: number
}
const nothing = (search: string): More => ({ search, wallets: [], seen: 0, next: 1 })

/** Wallets of the remote directory, as far as somebody scrolled; while they search, those that it finds. What it cannot answer is reported, and leaves the list as it is. */
export function useMore(search: string, networks: readonly string[]): { readonly wallets: readonly DirectoryWallet[]; readonly ask: () => void } {
  const directory = useService(walletDirectory)
  const kernel = useKernel()
  const [more, set] = useState(() => nothing(search))
  const asking = useRef<AbortController>(undefined)
  const now = more.search === search ? more : nothing(search)
  const latest = useRef(now)
  latest.current = now
  const chains = networks.join()

  const ask = useCallback(async () => {
    const { search, next } = latest.current
    if (asking.current || !next) return
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    try {
      const page = await directory.page({ page: next, search, networks: chains ? chains.split(',') : [] }, signal)
      if (signal.aborted) return
      set(({ wallets, seen, search: before }) => {
        const [known, counted] = before === search ? [wallets, seen] : [[], 0]
        const total = counted + (page?.entries ?? 0)
        return {
          search,
          wallets: [...known, ...(page?.wallets ?? []).filter(wallet => !known.some(({ id }) => id === wallet.id))],
          seen: total,
          next: page?.entries && total < page.count ? next + 1 : 0,
        }
      })
    } catch (error) {
      if (signal.aborted) return
      kernel.report(error, 'connector/directory')
      set(before => ({ ...(before.search === search ? before : nothing(search)), next: 0 }))
    } finally {
      if (asking.current === controller) asking.current = undefined
    }
  }, [directory, kernel, chains])

  useEffect(() => {
    const timer = search ? setTimeout(ask, pauseMs) : undefined
    return () => {
      clearTimeout(timer)
      // What was asked for this text is of no use to another.
      asking.current?.abort()
      asking.current = undefined
    }
  }, [search, ask])
  const { next } = now
  // Another function for each page, so that who saw the end is asked again. What is searched is asked for after the pause.
  const askNext = useCallback(() => void (next > (search ? 1 : 0) && ask()), [ask, next, search])
  return { wallets: now.wallets, ask: askNext }
}
