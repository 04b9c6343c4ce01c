import { session } from '@portico/kernel/contracts'
import { Caption, useRead, useText } from '@portico/ui'
import { useEffect, useState } from 'react'
import { placeOf } from '../select.js'
import { stepsWords } from '../text/steps-words.js'
import { useSwap } from './use-swap.js'

const slowMs = 20_000

/** What is waited for, once the yes was said. */
export function Wait() {
  const { phase } = useSwap().state
  return phase.name === 'executing' && <Sentences key={`${phase.step} ${phase.waitsFor}`} waitsFor={phase.waitsFor} />
}

/** After a while, that it takes longer than usual. */
function Sentences({ waitsFor }: { readonly waitsFor: 'wallet' | 'network' | 'quote' }) {
  const t = useText(stepsWords)
  const wallet = useRead(read => {
    const connection = placeOf(read)?.account.connection
    return (connection && read.state(session).connections[connection]?.wallet.name) || ''
  })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [])
  if (waitsFor === 'quote') return <>{t('swap.wait.quote')}</>
  const isWallet = waitsFor === 'wallet'
  return (
    <>
      <span>{isWallet ? t('swap.wait.wallet', { wallet }) : t('swap.wait.network')}</span>
      <Caption>{isWallet ? (isSlow ? t('swap.waitSlow', { wallet }) : t('swap.waitDetail')) : t('swap.waitNetwork')}</Caption>
    </>
  )
}
