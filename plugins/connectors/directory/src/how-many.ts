import type { Read } from '@portico/kernel'
import { chains, environment, session, shellSlice } from '@portico/kernel/contracts'
import { counts } from './counts.js'
import type { DirectoryOptions } from './options.js'

/**
 * How many wallets the directory has of the chains that are offered, before its list is there. Undefined where only the list could tell: with the host's own choice
 * or wallets, with more of them elsewhere, and on a phone, where not each of them is to be found.
 */
export function howMany(read: Read, { include, exclude, custom, blockedHosts, remote }: DirectoryOptions): number | undefined {
  if (include || exclude || custom?.length || blockedHosts || remote || read.state(environment).kind === 'mobile') return undefined
  const only = read.state(shellSlice).namespace ?? read.state(session).filter
  const offered = read.items(chains).flatMap(({ id }) => (!only || id === only ? id : []))
  return Object.entries(counts).reduce((sum, [set, count]) => sum + (set.split(' ').some(id => offered.includes(id)) ? count : 0), 0)
}
