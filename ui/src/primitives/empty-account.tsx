import { accountActionsSlot } from '@portico/kernel/account'
import { message } from '@portico/kernel/text'
import { useKernel } from '../react/kernel-provider.js'
import { useSlot } from '../react/registry-hooks.js'
import { useTranslate } from '../react/use-translate.js'
import { usePreload } from '../react/use-views.js'
import { Button } from './button.js'
import { Caption, Stack } from './text.js'

/** The actions that put something into an account, the free one first. */
const funding = ['receive', 'onramp']

export interface EmptyAccountProps {
  /** The same actions are right above, so only the sentence is shown. */
  readonly isBelowActions?: boolean
}
/** Offers to receive and to buy, where plugins bring these actions. For an account with nothing. */
export function EmptyAccount({ isBelowActions = false }: EmptyAccountProps) {
  const { views } = useKernel()
  const t = useTranslate()
  const preload = usePreload()
  const actions = useSlot(accountActionsSlot)
    .filter(({ id, view }) => funding.includes(id) && views.has(view))
    .sort((a, b) => funding.indexOf(a.id) - funding.indexOf(b.id))
  if (!actions.length) return null
  return (
    <Stack align="center">
      <Caption>{t(message('ui.emptyAccount', 'Nothing here yet. Add your first coins.'))}</Caption>
      {(isBelowActions ? [] : actions).map(({ id, label, icon, view }, at) => (
        <Button
          key={id}
          variant={at ? 'soft' : 'primary'}
          icon={icon}
          onClick={() => views.push(view)}
          onPointerEnter={() => preload(view)}
        >
          {t(label)}
        </Button>
      ))}
    </Stack>
  )
}
