import { accountMessage } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'

/** The inputs to sign, each by the account whose coin it spends. */
export interface PsbtInput {
  readonly index: number
  readonly address: string
}
/** Requests for a transaction that the host has built itself. */
export interface BitcoinWallet {
  /**
   * Signs these inputs of a PSBT (base64), and returns it in base64. Nothing is broadcast. What the
   * wallet returns is not compared with what it was given.
   */
  signPsbt(psbt: string, inputs: readonly PsbtInput[], signal?: AbortSignal): Promise<string>
}

/**
 * Returns the wallet of a connection (`connection.live(id)`), with the methods that only this chain
 * has. They throw what the wallet threw, or a ChainError WALLET_UNSUPPORTED where the wallet lacks
 * the method or an account.
 */
export function bitcoinWallet(via: Connection): BitcoinWallet {
  return {
    async signPsbt(psbt, inputs, signal = new AbortController().signal) {
      const { handleOf } = await import('./wallets/handle.js')
      const handle = handleOf(via)
      if (inputs.some(input => !via.accounts.some(({ address }) => address === input.address)))
        throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
      return handle.signPsbt({ psbt, inputs }, signal)
    },
  }
}
