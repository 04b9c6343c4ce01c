/** What people read of a transaction of the host's app: its description, where it has one. */
import { displayText, message } from '@portico/kernel/text'
import type { StoredData, TransactionWording } from '@portico/kernel/transactions'
import { generalWording } from './wording.js'

const descriptionIn = (data: StoredData): string | undefined =>
  displayText((Object(data) as { readonly description?: unknown }).description, 200)

/** All data of the host is sound: an unsound request would not guard against paying twice. */
export function appWording(): TransactionWording {
  const general = generalWording()
  return {
    ...general,
    activity({ data }) {
      const description = descriptionIn(data)
      return description === undefined ? {} : { description }
    },
    detail(read, entry) {
      const description = descriptionIn(entry.data)
      return description === undefined
        ? general.detail(read, entry)
        : message('transactions.notice.description', '{description}', { description })
    },
  }
}
