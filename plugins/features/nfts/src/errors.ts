import { ModalError, message } from '@portico/kernel/text'

/** Thrown and shown when the NFTs of an account cannot be loaded. */
export class NftsError extends ModalError<'NFTS'> {
  constructor(code: NftsError['code'], options?: { readonly cause?: unknown }) {
    super(code, {
      userMessage: message('nfts.error.unavailable', 'Failed to fetch NFTs'),
      ...options,
    })
  }
}
