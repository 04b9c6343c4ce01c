import type { Read } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import { environmentSlice } from '@portico/kernel/wallet'
import { counts } from './counts.js'
import type { DirectoryOptions } from './options.js'

/**
 * Returns how many wallets the directory has for the offered chains, before the list is loaded.
 * Undefined where only the list can tell: with the host's own selection or wallets, with a remote
 * directory, and on a phone, where some wallets cannot be found.
 */
export function howMany(
  read: Read,
  { include, exclude, custom, blockedHosts, remote }: DirectoryOptions,
): number | undefined {
  if (
    include ||
    exclude ||
    custom?.length ||
    blockedHosts ||
    remote ||
    read.state(environmentSlice).kind === 'mobile'
  )
    return undefined
  const only = read.state(shellSlice).namespace ?? read.state(sessionSlice).filter
  const offered = read.items(chainsSlot).flatMap(({ id }) => (!only || id === only ? id : []))
  return Object.entries(counts).reduce(
    (sum, [set, count]) => sum + (set.split(' ').some(id => offered.includes(id)) ? count : 0),
    0,
  )
}
