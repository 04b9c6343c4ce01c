import { ModalError, message } from '@portico/kernel/text'

/** Reports how many announcements were malformed or reused another wallet's uuid. */
export const refusedAnnouncements = (refused: number): Error =>
  new ModalError('WALLET_ANNOUNCEMENT', {
    userMessage: message('eip155.announcement', '{refused} wallet announcements were refused.', {
      refused,
    }),
  })
