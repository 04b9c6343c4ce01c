import { displayText } from '../contracts/text/display-text.js'
import { ModalError } from '../contracts/text/errors.js'
import { message, withValues } from '../contracts/text/text.js'

const networkRefusesMessage = /* @__PURE__ */ message(
  'transfer.refused',
  'The network refuses this: {reason}',
)

/**
 * The node understood a request and refused it, so another node would refuse it too: the
 * transaction would fail, or the method is unknown.
 */
export class RpcRefusal extends ModalError<'RPC_REFUSED'> {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  /** The error's `data`, such as revert data, or the error and log of a simulation. */
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
