import { anySignal, delay } from '@portico/kernel'
import { ChainError, createJoin, message, type NetworkId, type Networks, walletProblem } from '@portico/kernel/contracts'
import { type ChainParameters, parseChainParameters } from '../chain-parameters.js'
import type { EvmNetwork } from '../networks.js'
import { chainIdOf, type Eip155Port, portOf } from './port.js'
import type { RpcOf } from './rpc.js'

// Some wallets say "done" a moment before they are.
const looks = [0, 100, 400, 1500]

export function createSwitch(rpcOf: RpcOf): Pick<Networks, 'switch'> {
  const join = createJoin()
  const latest = new WeakMap<Eip155Port, AbortController>()

  return {
    async switch(via, network, signal) {
      const port = portOf(via)
      await join(
        port,
        network,
        async own => {
          // Two networks at once cannot both be meant: the newer wish counts.
          latest.get(port)?.abort()
          const controller = new AbortController()
          latest.set(port, controller)
          await bring(port, network, rpcOf, anySignal([own, controller.signal]))
        },
        signal,
      )
    },
  }
}

/** Switches; on "unknown chain" adds, switches, and in any case asks the wallet where it is (decision 18). Each step once. */
async function bring(port: Eip155Port, network: NetworkId, rpcOf: RpcOf, signal: AbortSignal): Promise<void> {
  if (port.moveTo(network)) return port.refresh()
  const ask = () => port.request('wallet_switchEthereumChain', [{ chainId: chainIdOf(network) }], signal)
  if ((await port.network(signal)) !== network) {
    try {
      await ask()
    } catch (error) {
      if (walletProblem(error).kind !== 'unknown-chain') throw error
      await port.request('wallet_addEthereumChain', [await parametersOf(network, rpcOf, signal)], signal)
      await ask()
    }
    await verify(port, network, signal)
  }
  await port.refresh()
}

async function verify(port: Eip155Port, network: NetworkId, signal: AbortSignal): Promise<void> {
  for (const ms of looks) {
    await delay(ms, signal)
    if ((await port.network(signal)) === network) return
  }
  throw new ChainError('WALLET_NETWORK')
}

/** Only endpoints that say themselves that they serve this chain are handed to a wallet (threat S29). */
async function parametersOf(network: NetworkId, rpcOf: RpcOf, signal: AbortSignal): Promise<ChainParameters> {
  const rpc = rpcOf(network)
  const confirmed = await rpc.confirmed(signal)
  if (!confirmed.length)
    throw new ChainError('CHAIN_NETWORK', message('eip155.error.confirm', 'No endpoint of {network} says that it serves it.', { network: rpc.network.name }))
  const parameters = parseChainParameters(describe(rpc.network, confirmed))
  if (!parameters)
    throw new ChainError(
      'CHAIN_NO_ENDPOINT',
      message('eip155.error.parameters', 'This app describes {network} in a way that no wallet takes.', { network: rpc.network.name }),
    )
  return parameters
}

function describe({ name, caipNetworkId, nativeCurrency, explorer, assets }: EvmNetwork, rpcUrls: readonly string[]): unknown {
  const { imageUrl } = assets ?? {}
  return {
    chainId: chainIdOf(caipNetworkId),
    chainName: name,
    nativeCurrency,
    rpcUrls,
    ...(explorer?.address && { blockExplorerUrls: [new URL(explorer.address).origin] }),
    ...(imageUrl?.startsWith('https:') && { iconUrls: [imageUrl] }),
  }
}
