import { wrapBytes } from '@polkadot/extension-dapp/wrapBytes'

/** Text as wallets sign it: wrapped, so that it can never be a transaction. By the code of the wallets' own library, so that both sides agree on what is wrapped already. */
export const wrapped = (text: string): Uint8Array => wrapBytes(new TextEncoder().encode(text))
