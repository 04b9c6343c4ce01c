/** A view that a tap opens gets no parameters. Checked by `tsc`, never run. */
import { test } from 'vitest'
import { defineView } from '../../refs.js'
import type { ConnectEntry } from '../connect-page/connect-entries.js'
import type { AccountAction, SettingsRow } from './account-slots.js'

const plain = defineView('Plain')
const lenient = defineView<{ readonly to: string } | undefined>('Lenient')
const strict = defineView<{ readonly to: string }>('Strict')

test('a button of the account, a row of Settings and an entry of Connect lead to a view with no or optional params', () => {
  const action: AccountAction['view'] = plain
  const row: SettingsRow['view'] = lenient
  const entry: ConnectEntry['view'] = lenient
  return [action, row, entry]
})

test('a button of the account, a row of Settings and an entry of Connect cannot lead to a view that requires params', () => {
  // @ts-expect-error it would be opened without its params
  const action: AccountAction['view'] = strict
  // @ts-expect-error as above
  const row: SettingsRow['view'] = strict
  // @ts-expect-error as above
  const entry: ConnectEntry['view'] = strict
  return [action, row, entry]
})
