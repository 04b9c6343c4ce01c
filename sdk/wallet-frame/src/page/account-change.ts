/** What a change of the account does, as a heading, facts and warnings that a person reads. */
import { type Message, message } from '@portico/kernel/text'
import type { AccountChange } from '../signing/sign-request.js'
import type { ActionFacts } from './action-facts.js'

const emailMessage = message('frame.email', 'E-mail')

export function factsOfChange(
  change: AccountChange,
): ActionFacts & { readonly warnings: readonly Message[] } {
  switch (change.kind) {
    case 'passkey':
      return {
        title: message('frame.passkey', 'Make a passkey and a new wallet'),
        facts: [],
        warnings: [],
      }
    case 'download':
      return {
        title: message('frame.downloadData', 'Download your data as a file'),
        facts: [],
        warnings: [],
      }
    case 'email':
      return {
        title: message('frame.changeEmail', 'Change the e-mail that opens your wallet'),
        facts: [{ label: message('frame.newEmail', 'New e-mail'), value: change.email }],
        warnings: [
          message(
            'frame.warning.email',
            'Who reads the mails of this address can log in to your wallet.',
          ),
        ],
      }
    case 'delete':
      return {
        title: message('frame.delete', 'Delete your wallet account'),
        facts: change.email === null ? [] : [{ label: emailMessage, value: change.email }],
        warnings: [
          message(
            'frame.warning.delete',
            'Without its words, everything in this wallet is lost. Move it, or export the words first.',
          ),
        ],
      }
  }
}
