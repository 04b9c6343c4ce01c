import type { Translate } from '@portico/ui'
import { en } from '../text/en.js'

type Verb = keyof typeof en & `history.verb.${string}`
const isVerb = (id: string): id is Verb => Object.hasOwn(en, id)

/** What an operation is called; one that nobody has a word for is executed. */
export function verbOf(t: Translate<typeof en>, operationType: string): string {
  const id = `history.verb.${operationType}`
  return t(isVerb(id) ? id : 'history.verb.execute')
}

const icons: Readonly<Record<string, string>> = {
  send: 'up',
  withdraw: 'up',
  receive: 'down',
  deposit: 'down',
  claim: 'down',
  trade: 'swap',
  bought: 'plus',
  mint: 'plus',
  approve: 'check',
}
/** The drawing where no picture of what moved is known. */
export const iconOf = (operationType: string): string => (Object.hasOwn(icons, operationType) && icons[operationType]) || 'check'
