import { type Chain, chainsSlot, type Network, type NetworkId } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Caption,
  List,
  SearchField,
  Stack,
  useRead,
  useService,
  useSlice,
  useSlot,
  useTranslate,
} from '@portico/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { ChangeInWallet, NetworkRow, SwitchProblem, useSwitching } from './network-row.js'

/** More networks than this get a search field. */
const few = 8

/**
 * The networks of every chain: the current one on top, networks that the wallet does not have
 * disabled with the reason.
 */
export default function NetworksView() {
  const only = useSlice(shellSlice, state => state.namespace)
  const all = useSlot(chainsSlot).filter(({ id }) => !only || id === only)
  const current = useRead(activeNetwork)
  const [search, setSearch] = useState('')
  const { back } = useService(shellService)
  const switching = useSwitching(back)
  const t = useTranslate()

  // A search must not change the height of the view.
  const whole = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => whole.current?.style.setProperty('min-height', `${whole.current.offsetHeight}px`),
    [],
  )

  const groups = networkGroups(all, search, current)
  return (
    <div ref={whole}>
      <Stack gap={12}>
        {all.flatMap(({ networks }) => networks).length > few && (
          <SearchField
            label={t(message('connection.search', 'Search networks'))}
            value={search}
            onChange={setSearch}
            autoFocus
          />
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
            <ChangeInWallet namespace={chain.id} />
            <List label={chain.name}>
              {networks.map(network => (
                <NetworkRow
                  key={network.caipNetworkId}
                  network={network}
                  current={network.caipNetworkId === current}
                  switching={switching}
                />
              ))}
            </List>
          </Stack>
        ))}
      </Stack>
    </div>
  )
}

interface NetworkGroup {
  readonly chain: Chain
  readonly networks: readonly Network[]
}

/**
 * Networks by chain whose name or id matches the search. The current network and its chain come
 * first; the rest keeps the host's order.
 */
export function networkGroups(
  chains: readonly Chain[],
  search: string,
  current: NetworkId | undefined,
): readonly NetworkGroup[] {
  const wanted = search.trim().toLowerCase()
  const isWanted = ({ name, id }: Network) => name.toLowerCase().includes(wanted) || id === wanted
  const currentFirst = (a: Network, b: Network) =>
    Number(b.caipNetworkId === current) - Number(a.caipNetworkId === current)
  const holdsCurrent = ({ chain }: NetworkGroup) =>
    chain.networks.some(({ caipNetworkId }) => caipNetworkId === current)
  return chains
    .map(chain => ({ chain, networks: chain.networks.filter(isWanted).sort(currentFirst) }))
    .filter(({ networks }) => networks.length > 0)
    .sort((a, b) => Number(holdsCurrent(b)) - Number(holdsCurrent(a)))
}
