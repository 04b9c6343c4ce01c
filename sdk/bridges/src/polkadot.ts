/** The Polkadot session as a signer of polkadot-js, which PAPI takes too. */
import { polkadotWallet } from '@portico/plugin-polkadot'
import { accountGone, badArgument } from './errors.js'
import {
  addressesOf,
  checkPortico,
  connectedWallet,
  type PorticoSession,
  rethrow,
} from './session.js'

/** What the signer answers. `id` counts the requests. */
export interface SignerAnswer {
  readonly id: number
  readonly signature: `0x${string}`
}

/** A signer of polkadot-js for one account: `signAndSend(address, { signer })`. */
export interface PolkadotSessionSigner {
  readonly address: string
  /** Takes a `SignerPayloadJSON`. */
  signPayload(payload: { readonly address: string }): Promise<SignerAnswer>
  signRaw(raw: { readonly address: string; readonly data: string }): Promise<SignerAnswer>
}

/**
 * Returns a signer for the connected Polkadot account. For PAPI pass its parts to
 * `getPolkadotSignerFromPjs(address, signPayload, signRaw)`. Throws BRIDGE_NOT_CONNECTED without a
 * wallet; its methods reject with BRIDGE_ACCOUNT_GONE once the account is not connected any more.
 */
export function polkadotSigner(portico: PorticoSession): PolkadotSessionSigner {
  checkPortico(portico)
  const namespace = 'polkadot'
  const [address = ''] = addressesOf(connectedWallet(portico, namespace).state)
  let id = 0
  const wallet = (requested: unknown) => {
    if (typeof requested !== 'string')
      throw badArgument('A payload names its account in `address`.')
    const { state, via } = connectedWallet(portico, namespace)
    if (!state.accounts.some(account => account.address === address)) throw accountGone(address)
    return polkadotWallet(via)
  }
  const answer = async (run: () => Promise<string>): Promise<SignerAnswer> => {
    try {
      return { id: ++id, signature: (await run()) as `0x${string}` }
    } catch (error) {
      return rethrow(error)
    }
  }
  return {
    address,
    signPayload: payload =>
      answer(async () => wallet(payload.address).signPayload(payload.address, payload)),
    signRaw: raw => answer(async () => wallet(raw.address).signRaw(raw.address, raw.data)),
  }
}
