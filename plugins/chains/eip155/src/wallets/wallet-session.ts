import type { ReportedAccount } from '@portico/kernel/account'
import { namespace } from '../networks.js'

/** Injected and remote wallets report ordinary accounts. */
export const reportedAccounts = (addresses: readonly string[]): readonly ReportedAccount[] =>
  addresses.map(address => ({ namespace, address, type: 'eoa' }))
