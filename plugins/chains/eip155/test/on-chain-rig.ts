/** Shared by the tests of on-chain. */
import { devAccounts } from '@portico/devnet'
import type { NetworkId } from '@portico/kernel/chain'

export const network: NetworkId = 'eip155:1'
export const [sender, receiver] = [devAccounts[0].address, devAccounts[2].address]
