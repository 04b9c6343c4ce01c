import { errorWords } from './error-words.js'
import { pairingWords } from './pairing-words.js'

/** Every sentence of this plugin that a person may read. */
export const en = { 'walletconnect.title': 'WalletConnect', ...pairingWords, ...errorWords } as const
