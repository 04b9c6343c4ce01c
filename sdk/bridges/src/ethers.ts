/** A signer of ethers 6 for the connected account. */
import { type Eip1193Provider, eip1193Provider } from './eip1193.js'
import { addressesOf, checkPortico, connectedWallet, type PorticoSession } from './session.js'

/** `BrowserProvider` of ethers 6. */
export type BrowserProviderClass<Signer> = new (
  provider: Eip1193Provider,
  network: 'any',
) => { getSigner(address: string): Promise<Signer> }

/**
 * Returns a signer of ethers for the connected account: `await ethersSigner(portico,
 * BrowserProvider)`. It follows the wallet to other networks; its provider reads from the app's own
 * nodes. Make another when the account changes. Rejects with BRIDGE_NOT_CONNECTED without a wallet.
 */
export async function ethersSigner<Signer>(
  portico: PorticoSession,
  BrowserProvider: BrowserProviderClass<Signer>,
): Promise<Signer> {
  checkPortico(portico)
  const { state } = connectedWallet(portico, 'eip155')
  const [address = ''] = addressesOf(state)
  return new BrowserProvider(eip1193Provider(portico), 'any').getSigner(address)
}
