import { type NodeAccount, readAccountsOf } from './node-answers.js'
import { commitment, type Rpc } from './rpc.js'

/** Reads the accounts at these addresses. Undefined where none exists. */
export async function accountsAt(
  rpc: Rpc,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<readonly (NodeAccount | undefined)[]> {
  const accounts = await rpc.request(
    'getMultipleAccounts',
    [addresses, { encoding: 'base64', commitment }],
    readAccountsOf(addresses.length),
    signal,
  )
  return accounts.map(account => account ?? undefined)
}
