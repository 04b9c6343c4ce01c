import type { ReportedAccount } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'

/** Wallets in the page and remote ones hold ordinary accounts as far as they say. */
export const reportedAccounts = (addresses: readonly string[]): readonly ReportedAccount[] => addresses.map(address => ({ namespace, address, type: 'eoa' }))
