import type { Read } from '@portico/kernel'
import { swapQuotesCapability, transactionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { networksView } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import { Button, Note, Stack, useKernel, useRead, useTranslate } from '@portico/ui'
import { isAlike } from './swap-texts.js'

/** The names of the networks with a route. */
const coveredNetworks = (read: Read): readonly string[] =>
  read
    .items(chainsSlot)
    .flatMap(({ networks }) => networks)
    .filter(
      ({ caipNetworkId: id }) =>
        read.capability(transactionsCapability, id) &&
        read.capabilities(swapQuotesCapability, id).length,
    )
    .map(({ name }) => name)

/** Replaces the form on a network without a route, and names the networks that have one. */
export default function Unsupported() {
  const t = useTranslate()
  const { views } = useKernel()
  const names = useRead(coveredNetworks, isAlike)
  return (
    <Stack gap={16}>
      <Note kind="warn">
        {t(message('swap.unsupported', 'Swapping is not available on this network.'))}{' '}
        {names.length > 0 &&
          t(message('swap.covered', 'You can swap on {networks}.'), { networks: names.join(', ') })}
      </Note>
      {views.has(networksView) && (
        <Button onClick={() => views.push(networksView)}>
          {t(message('swap.elsewhere', 'Choose another network'))}
        </Button>
      )}
    </Stack>
  )
}
