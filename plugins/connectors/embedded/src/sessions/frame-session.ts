/** Presents the frame's wallet as a remote session, which every chain can open. */
import type { RemoteSession } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { EmbeddedError, FrameDecline } from '../errors.js'
import type { FrameClient } from '../frame/frame-client.js'
import { hasAddressPerNetwork } from '../protocol/methods.js'
import type { EmbeddedContext } from '../refs.js'

/** The methods that the frame signs by now. A chain uses those of its own. */
const signed: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'signMessage',
  'signPsbt',
  'polkadot_signMessage',
  'polkadot_signTransaction',
]

export interface FrameSessionOptions {
  readonly context: EmbeddedContext
  readonly openFrame: () => FrameClient
  /** The network to begin on. */
  readonly network: NetworkId
  /** The networks of the chain. */
  readonly networks: readonly NetworkId[]
  /** The methods that the chain uses. */
  readonly methods: readonly string[]
  readonly address: string
  /** Called when the frame answers that the login has ended. */
  onExpired(): void
  close(signal: AbortSignal): Promise<void>
}

export function createFrameSession(options: FrameSessionOptions): RemoteSession {
  const { context, openFrame, network, networks, methods, address, onExpired, close } = options
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  // An address of Bitcoin belongs to one network; the other chains have one for all.
  const served = hasAddressPerNetwork(network) ? [network] : networks
  return {
    accounts: served.map(id => `${id}:${address}` as const),
    approved: served,
    network,
    methods: methods.filter(method => signed.includes(method)),
    async request(method, params, on, signal) {
      try {
        if (method === 'eth_sendTransaction') {
          const { sendEvmTransaction } = await import('./evm-transaction.js')
          return await sendEvmTransaction(context, openFrame(), params, on, signal)
        }
        return await openFrame().request('RPC_REQUEST', { method, params, chainId: on }, signal)
      } catch (error) {
        if (!(error instanceof EmbeddedError)) throw error
        if (error.code === 'DECLINED') throw new FrameDecline(error)
        if (error.code === 'SESSION_EXPIRED') {
          onExpired()
          for (const notify of [...listeners]) notify({ name: 'closed', data: undefined })
        }
        throw error
      }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close(signal) {
      listeners.clear()
      await close(signal)
    },
  }
}
