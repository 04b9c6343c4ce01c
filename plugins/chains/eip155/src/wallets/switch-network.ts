import { anySignal, delay } from '@portico/kernel'
import type { Networks } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import { runWalletRequest, walletProblem } from '@portico/kernel/wallet'
import { type ChainParameters, parseChainParameters } from '../chain-parameters.js'
import type { EvmNetwork } from '../networks.js'
import type { RpcOf } from '../node/rpc.js'
import { chainIdOf, type Eip155Handle, handleOf } from './handle.js'

// Some wallets report success a moment before they have switched.
const looks = [0, 100, 400, 1500]

export function createSwitch(rpcOf: RpcOf): Required<Pick<Networks, 'switch'>> {
  const join = createShareInFlight()
  const latest = new WeakMap<Eip155Handle, AbortController>()

  return {
    async switch(via, network, signal) {
      const handle = handleOf(via)
      await join(
        handle,
        network,
        async own => {
          // The wallet can be on one network only, so the newer request wins.
          latest.get(handle)?.abort()
          const controller = new AbortController()
          latest.set(handle, controller)
          const either = anySignal([own, controller.signal])
          await runWalletRequest(() => bring(handle, network, rpcOf, either))
        },
        signal,
      )
    },
  }
}

/**
 * Switches; on "unknown chain" adds and switches; then always reads the wallet's network (decision
 * 18). Each step runs once.
 */
async function bring(
  handle: Eip155Handle,
  network: NetworkId,
  rpcOf: RpcOf,
  signal: AbortSignal,
): Promise<void> {
  if (handle.moveTo(network)) return handle.refresh()
  const requestSwitch = () =>
    handle.request('wallet_switchEthereumChain', [{ chainId: chainIdOf(network) }], signal)
  if ((await handle.network(signal)) !== network) {
    try {
      await requestSwitch()
    } catch (error) {
      if (walletProblem(error).kind !== 'unknown-chain') throw error
      await handle.request(
        'wallet_addEthereumChain',
        [await parametersOf(network, rpcOf, signal)],
        signal,
      )
      await requestSwitch()
    }
    await verify(handle, network, signal)
  }
  await handle.refresh()
}

async function verify(
  handle: Eip155Handle,
  network: NetworkId,
  signal: AbortSignal,
): Promise<void> {
  for (const ms of looks) {
    await delay(ms, signal)
    if ((await handle.network(signal)) === network) return
  }
  throw new ChainError('WALLET_NETWORK')
}

/** A wallet gets only endpoints that report this chain id themselves (threat S29). */
async function parametersOf(
  network: NetworkId,
  rpcOf: RpcOf,
  signal: AbortSignal,
): Promise<ChainParameters> {
  const rpc = rpcOf(network)
  const confirmed = await rpc.confirmed(signal)
  if (!confirmed.length)
    throw new ChainError(
      'CHAIN_NETWORK',
      message('eip155.error.confirm', 'No endpoint confirms that it serves {network}.', {
        network: rpc.network.name,
      }),
    )
  const parameters = parseChainParameters(describe(rpc.network, confirmed))
  if (!parameters)
    throw new ChainError(
      'CHAIN_NO_ENDPOINT',
      message(
        'eip155.error.parameters',
        'This app describes {network} in a way that wallets do not accept.',
        { network: rpc.network.name },
      ),
    )
  return parameters
}

function describe(
  { name, caipNetworkId, nativeCurrency, explorer, assets }: EvmNetwork,
  rpcUrls: readonly string[],
): unknown {
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
