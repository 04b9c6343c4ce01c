import { allWalletsView } from '@portico/kernel/connect-page'
import { type FoundWallet, walletFindersSlot } from '@portico/kernel/wallet'
import { Row, useKernel, useSlot, useTranslate, WalletIcon } from '@portico/ui'
import { useEffect, useRef, useState } from 'react'
import { recentMessage } from '../discovery/wallet-order.js'
import type { RecentWallet } from '../restoring/saved-connections.js'

/** Milliseconds that a click waits for the finder to answer. */
const findTimeoutMs = 1_000

/**
 * A recent wallet that is not in the page. Opens what its finder found, or all wallets when no
 * finder knows it.
 */
export default function RecentWalletRow({ id, name }: RecentWallet) {
  const [finder] = useSlot(walletFindersSlot)
  const { views, report } = useKernel()
  const [found, setFound] = useState<FoundWallet>()
  const search = useRef<{ readonly answer: Promise<FoundWallet | undefined>; isOver: boolean }>(
    undefined,
  )
  const t = useTranslate()
  const open = (wallet: FoundWallet | undefined) =>
    wallet ? wallet.open() : views.push(allWalletsView)
  useEffect(() => {
    const answer = (async () => finder?.find(id))().catch(
      error => void report(error, 'base/connection'),
    )
    const own = { answer, isOver: false }
    search.current = own
    answer.then(wallet => own.isOver || setFound(wallet))
    return () => {
      own.isOver = true
    }
  }, [finder, id, report])
  // The row is shown before the code that finds its wallet has loaded: an early click waits for it.
  const wait = () => {
    const own = search.current
    Promise.race([
      own?.answer,
      new Promise<undefined>(resolve => setTimeout(resolve, findTimeoutMs)),
    ]).then(wallet => own?.isOver || open(wallet))
  }
  return (
    <Row
      icon={<WalletIcon name={name} image={found} />}
      title={found?.name ?? name}
      tag={t(recentMessage)}
      tagKind="quiet"
      onClick={() => (found ? open(found) : wait())}
    />
  )
}
