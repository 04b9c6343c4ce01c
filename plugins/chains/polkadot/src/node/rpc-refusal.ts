import { networkRefusesMessage } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { displayText, withValues } from '@portico/kernel/text'

/**
 * The node understood a request and refused it, so another node of the chain would refuse it too.
 */
export class RpcRefusal extends ChainError {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  constructor(rpcCode: number, words: unknown, data?: unknown) {
    const reason = displayText(typeof data === 'string' ? `${words}: ${data}` : words, 160)
    super('CHAIN_REFUSED', reason ? withValues(networkRefusesMessage, { reason }) : undefined)
    this.rpcCode = rpcCode
  }
}
