import { wrapBytes } from '@polkadot/extension-dapp/wrapBytes'

/**
 * Wraps text as wallets do, so that it can never be a transaction. Uses the wallets' own library,
 * so that both sides agree on what is already wrapped.
 */
export const wrapped = (text: string): Uint8Array => wrapBytes(new TextEncoder().encode(text))
