import { activeNetwork, chains, message, shell, shellSlice } from '@portico/kernel/contracts'
import { Caption, List, SearchField, Stack, useRead, useService, useSlice, useSlot, useTranslate } from '@portico/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { networkGroups } from '../network-rows.js'
import { NetworkRow, SwitchProblem, useSwitching } from './network-row.js'

/** More networks than this can be searched. */
const few = 8

/** The networks of every chain: the current one on top, those that the wallet does not have dimmed with the reason. */
export default function NetworksView() {
  const only = useSlice(shellSlice, state => state.namespace)
  const all = useSlot(chains).filter(({ id }) => !only || id === only)
  const current = useRead(activeNetwork)
  const [search, setSearch] = useState('')
  const { back } = useService(shell)
  const switching = useSwitching(back)
  const t = useTranslate()

  // Searching changes what is in the list, never its height.
  const whole = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => whole.current?.style.setProperty('min-height', `${whole.current.offsetHeight}px`), [])

  const groups = networkGroups(all, search, current)
  return (
    <div ref={whole}>
      <Stack gap={12}>
        {all.flatMap(({ networks }) => networks).length > few && (
          <SearchField label={t(message('connection.search', 'Search networks'))} value={search} onChange={setSearch} autoFocus />
        )}
        <SwitchProblem error={switching.error} />
        {groups.length === 0 && (
          <Stack align="center">
            <Caption>{t(message('connection.noNetwork', 'No network has this name.'))}</Caption>
          </Stack>
        )}
        {groups.map(({ chain, networks }) => (
          <Stack key={chain.id}>
            {all.length > 1 && <Caption>{chain.name}</Caption>}
            <List label={chain.name}>
              {networks.map(network => (
                <NetworkRow key={network.caipNetworkId} network={network} current={network.caipNetworkId === current} switching={switching} />
              ))}
            </List>
          </Stack>
        ))}
      </Stack>
    </div>
  )
}
