import { chainsSlot } from '@portico/kernel/chain'
import { Stack, useSlot, type ViewProps } from '@portico/ui'
import type { connectingWalletConnectBasicView } from '../refs.js'
import { NoPairableChain, PairingButtons, Scan } from './scan.js'
import { usePairing } from './use-pairing.js'

export { loadQr } from '@portico/ui'

/** Shows a pairing without a chosen wallet. */
export default function ConnectingWalletConnectBasicView({
  params,
}: ViewProps<typeof connectingWalletConnectBasicView>) {
  const pairing = usePairing(params?.connector)
  const hasChains = useSlot(chainsSlot).length > 0
  if (!hasChains) return <NoPairableChain />
  return (
    <Stack gap={16}>
      <Scan pairing={pairing} />
      <PairingButtons pairing={pairing} />
    </Stack>
  )
}
