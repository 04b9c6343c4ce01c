import type { Balances } from '@portico/kernel/capabilities'
import type { Hex } from '@portico/kernel/chain'
import { parseAddress } from '../addresses/addresses.js'
import { readNativeAmount } from '../node/node-answers.js'
import type { RpcOf } from '../node/rpc.js'
import { contractOf, nativeToken } from './assets.js'

export function createBalances(
  rpcOf: RpcOf,
): Required<Pick<Balances, 'native' | 'tokens' | 'token'>> {
  let loading: Promise<typeof import('./token-amounts.js')> | undefined
  const tokenAmounts = () => {
    loading ??= import('./token-amounts.js')
    // A load that failed is tried again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return {
    async native(account, network, signal) {
      const rpc = rpcOf(network)
      // Tokens that are requested in the same moment go into the same batch.
      await loading?.catch(() => undefined)
      return {
        token: nativeToken(rpc.network),
        amount: await rpc.request(
          'eth_getBalance',
          [account.address, 'latest'],
          readNativeAmount,
          signal,
        ),
      }
    },
    async token(address, network, signal) {
      const contract = parseAddress(address)
      const { readToken } = await import('./token-facts.js')
      return readToken(rpcOf(network), contract, network, signal)
    },
    /**
     * Reads balances of the known ERC-20 tokens. Omits tokens whose contract gives no answer or a
     * malformed one.
     */
    async tokens(account, network, known, signal) {
      const rpc = rpcOf(network)
      const tokens = known.flatMap(token => {
        const contract = contractOf(token.asset, network)
        return contract ? { token, contract } : []
      })
      if (!tokens.length) return []
      const { readTokenAmounts } = await tokenAmounts()
      const amounts = await readTokenAmounts(
        rpc,
        account.address as Hex,
        tokens.map(({ contract }) => contract),
        signal,
      )
      return tokens.flatMap(({ token }, at) => {
        const amount = amounts[at]
        return amount === undefined ? [] : { token, amount }
      })
    },
  }
}
