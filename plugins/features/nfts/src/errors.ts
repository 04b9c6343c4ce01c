import { ModalError, message } from '@portico/kernel/contracts'

/** The NFTs of an account cannot be had. */
export class NftsError extends ModalError<'NFTS'> {
  constructor(code: NftsError['code'], options?: { readonly cause?: unknown }) {
    super(code, { userMessage: message('nfts.error.unavailable', 'Failed to fetch NFTs'), ...options })
  }
}
