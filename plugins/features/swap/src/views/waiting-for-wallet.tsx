import { sessionSlice } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import {
  Caption,
  openWalletMessage,
  requestWaitsMessage,
  slowWalletMessage,
  useRead,
  useTranslate,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { placeOf } from '../select.js'
import { useSwap } from './use-swap.js'

const slowMs = 20_000

/** Shows what a confirmed swap waits for. */
export function Wait() {
  const { phase } = useSwap().state
  return (
    phase.name === 'executing' && (
      <Sentences key={`${phase.step} ${phase.waitsFor}`} waitsFor={phase.waitsFor} />
    )
  )
}

/** Adds after a while that it takes longer than usual. */
function Sentences({ waitsFor }: { readonly waitsFor: 'wallet' | 'network' | 'quote' }) {
  const t = useTranslate()
  const wallet = useRead(read => {
    const connection = placeOf(read)?.account.connection
    return (connection && read.state(sessionSlice).connections[connection]?.wallet.name) || ''
  })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [])
  if (waitsFor === 'quote') return <>{t(message('swap.wait.quote', 'Checking the price again'))}</>
  const isWallet = waitsFor === 'wallet'
  return (
    <>
      <span>
        {isWallet
          ? t(openWalletMessage, { wallet })
          : t(message('swap.wait.network', 'Waiting for the network'))}
      </span>
      <Caption>
        {isWallet
          ? isSlow
            ? t(slowWalletMessage, { wallet })
            : t(requestWaitsMessage)
          : t(
              message(
                'swap.waitNetwork',
                'The network confirms it soon. Your approval stays listed here.',
              ),
            )}
      </Caption>
    </>
  )
}
