import { networkRefusesMessage } from '@portico/kernel/capabilities'
import { displayText, ModalError, withValues } from '@portico/kernel/text'

/**
 * The node understood a request and refused it, so another node would refuse it too: the
 * transaction would revert, or the method is unknown.
 */
export class RpcRefusal extends ModalError<'RPC_REFUSED'> {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  /** The error's `data`, such as revert data. */
  readonly data: unknown
  constructor(rpcCode: number, reason: unknown, data?: unknown) {
    super('RPC_REFUSED', {
      userMessage: withValues(networkRefusesMessage, {
        reason: displayText(reason, 160) ?? `error ${rpcCode}`,
      }),
    })
    this.rpcCode = rpcCode
    this.data = data
  }
}
