import { displayText, ModalError, networkRefusesMessage, withValues } from '@portico/kernel/contracts'

/** A node understood a question and refused it: the transaction would fail, the method is unknown. Asking another node would not help. */
export class RpcRefusal extends ModalError<'RPC_REFUSED'> {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  /** What came with it: a revert's data. */
  readonly data: unknown
  constructor(rpcCode: number, reason: unknown, data?: unknown) {
    super('RPC_REFUSED', {
      userMessage: withValues(networkRefusesMessage, { reason: displayText(reason, 160) ?? `error ${rpcCode}` }),
    })
    this.rpcCode = rpcCode
    this.data = data
  }
}
