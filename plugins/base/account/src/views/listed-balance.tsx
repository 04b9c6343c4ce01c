import type { Account } from '@portico/kernel/account'
import { balancesCapability } from '@portico/kernel/capabilities'
import { sessionSlice } from '@portico/kernel/session'
import {
  balanceUnavailableMessage,
  Skeleton,
  TokenBalance,
  useKernel,
  useRead,
  useService,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { useEffect, useRef } from 'react'
import { accountPageService, accountPageSlice } from '../refs.js'
import { listKey } from '../select.js'

/**
 * The native balance of an account in a list. It is requested when the row becomes visible, because
 * a wallet may have fifty accounts.
 */
export function ListedBalance({ account }: { readonly account: Account }) {
  const place = useRef<HTMLSpanElement>(null)
  const t = useTranslate()
  const { report } = useKernel()
  const { readBalance } = useService(accountPageService)
  const key = useRead(read => listKey(read, account))
  const isOffered = useRead(read => {
    const { network } = read.state(sessionSlice).connections[account.connection] ?? {}
    return network !== undefined && read.capability(balancesCapability, network) !== undefined
  })
  const { isAnswered, balance } = useSlice(accountPageSlice, ({ listed = {} }) => ({
    isAnswered: Object.hasOwn(listed, key),
    balance: Object.hasOwn(listed, key) ? listed[key] : undefined,
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another network is another balance.
  useEffect(() => {
    const element = place.current
    if (!element || !isOffered) return
    const controller = new AbortController()
    const ask = () => {
      readBalance(account, controller.signal).catch(error => report(error, 'base/account'))
    }
    const stop = whenVisible(element, ask)
    return () => {
      stop()
      controller.abort()
    }
  }, [account, key, isOffered, readBalance, report])
  if (!isOffered) return null
  return (
    <span ref={place} className="p-listed-balance">
      {balance ? (
        <TokenBalance token={balance.token} amount={balance.amount} />
      ) : isAnswered ? (
        <>
          <span aria-hidden="true">—</span>
          <span className="p-hidden">{t(balanceUnavailableMessage)}</span>
        </>
      ) : (
        <Skeleton width={64} height={14} />
      )}
    </span>
  )
}

/** Calls `run` once, when the element becomes visible; at once in browsers that cannot tell. */
function whenVisible(element: HTMLElement, run: () => void): () => void {
  const Observer = element.ownerDocument.defaultView?.IntersectionObserver
  if (!Observer) {
    run()
    return () => undefined
  }
  const observer = new Observer(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    run()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
