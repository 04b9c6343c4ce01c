import { mayPrefetch, whenIdle } from '@portico/kernel/shell'
import { Button, Stack, useRead, useService, useTranslate } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { offeredConnector } from '../pairing/offered-connector.js'
import { pairingsService } from '../refs.js'
import { PairingButton, Scan, showQrMessage } from './scan.js'
import { noPairing, usePairing } from './use-pairing.js'

/**
 * Shows a code beside the ways to connect. The pairing starts by itself when the page is idle. Where data is to be saved, it starts with a click.
 */
export default function PairingPane() {
  const [isAsked, ask] = useState(false)
  const [isSaving] = useState(() => !mayPrefetch())
  const t = useTranslate()
  // The library is larger than everything that the rows need.
  useEffect(() => (isSaving ? undefined : whenIdle(() => ask(true))), [isSaving])
  if (isAsked) return <Pairing />
  return (
    <Stack gap={16}>
      <Scan pairing={noPairing} />
      {isSaving ? <Button onClick={() => ask(true)}>{t(showQrMessage)}</Button> : <PairingButton pairing={noPairing} />}
    </Stack>
  )
}

function Pairing() {
  const { offer } = useService(pairingsService)
  const connector = useRead(offeredConnector)
  const chain = connector?.chain
  const start = useCallback(async () => chain !== undefined && offer(chain), [offer, chain])
  const pairing = usePairing(connector?.id, undefined, start)
  return (
    <Stack gap={16}>
      <Scan pairing={pairing} />
      <PairingButton pairing={pairing} />
    </Stack>
  )
}
