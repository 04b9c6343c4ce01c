import { ModalError, message } from '@portico/kernel/contracts'

/** Says that so many wallets announced themselves in a shape that the EIP does not know, or with another's uuid. */
export const refusedAnnouncements = (refused: number): Error =>
  new ModalError('WALLET_ANNOUNCEMENT', { userMessage: message('eip155.announcement', '{refused} wallet announcements were refused.', { refused }) })
