import { mayPrefetch } from '@portico/kernel/shell'
import { Button, Stack, useRead, useService, useSlice, useTranslate } from '@portico/ui'
import { useCallback, useState } from 'react'
import { offeredConnector } from '../pairing/offered-connector.js'
import { pairingSlice, pairingsService } from '../refs.js'
import { PairingButton, Scan, scanMessage, showQrMessage } from './scan.js'
import { noPairing, usePairing } from './use-pairing.js'

/**
 * Shows a code beside the ways to connect. The pairing starts by itself; where data is to be saved,
 * and after a disconnect, it starts with a click.
 */
export default function PairingPane() {
  const { waitsForClick } = useSlice(pairingSlice)
  const [isStarted, ask] = useState(() => mayPrefetch() && !waitsForClick)
  const t = useTranslate()
  if (isStarted) return <Pairing />
  return (
    <Stack gap={16}>
      <Scan pairing={noPairing} idle={{ title: t(scanMessage) }} />
      <Button onClick={() => ask(true)}>{t(showQrMessage)}</Button>
    </Stack>
  )
}

function Pairing() {
  const { offer } = useService(pairingsService)
  const connector = useRead(offeredConnector)
  const chain = connector?.namespace
  const start = useCallback(async () => chain !== undefined && offer(chain), [offer, chain])
  const pairing = usePairing(connector?.id, undefined, start)
  return (
    <Stack gap={16}>
      <Scan pairing={pairing} />
      <PairingButton pairing={pairing} />
    </Stack>
  )
}
