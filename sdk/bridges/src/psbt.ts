/** The Bitcoin session as a signer of PSBTs that the host has built. */
import type { Account } from '@portico/kernel/account'
import { bitcoinWallet, type PsbtInput } from '@portico/plugin-bip122'
import { accountGone, badArgument } from './errors.js'
import { checkPortico, connectedWallet, type PorticoSession, rethrow } from './session.js'

export interface PsbtSigner {
  /** With the public keys that inputs of Taproot and nested SegWit need. */
  readonly accounts: readonly Pick<Account, 'address' | 'type' | 'publicKey'>[]
  /**
   * Signs inputs of a PSBT in base64, and returns it in base64. Nothing is broadcast: finalise it
   * and check it before you send it.
   */
  signPsbt(psbt: string, inputs: readonly PsbtInput[]): Promise<string>
}

/**
 * Returns a signer for the accounts of the connected Bitcoin wallet. Throws BRIDGE_NOT_CONNECTED
 * without one; `signPsbt` rejects with BRIDGE_ACCOUNT_GONE for an account that is not connected any
 * more.
 */
export function psbtSigner(portico: PorticoSession): PsbtSigner {
  checkPortico(portico)
  const namespace = 'bip122'
  const { state } = connectedWallet(portico, namespace)
  return {
    accounts: state.accounts,
    async signPsbt(psbt, inputs) {
      if (typeof psbt !== 'string' || !/^[A-Za-z\d+/]+={0,2}$/.test(psbt))
        throw badArgument('signPsbt() takes a PSBT in base64.')
      const { state: now, via } = connectedWallet(portico, namespace)
      const gone = inputs.find(input => !now.accounts.some(one => one.address === input.address))
      if (gone) throw accountGone(gone.address)
      return bitcoinWallet(via).signPsbt(psbt, inputs).catch(rethrow)
    },
  }
}
