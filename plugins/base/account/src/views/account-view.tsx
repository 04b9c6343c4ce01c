import type { Read } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import { connectView } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  connectMessage,
  EmptyAccount,
  SlotOutlet,
  Stack,
  useKernel,
  usePreload,
  useRead,
  useRefresh,
  useService,
  useSlice,
  useSlot,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { accountPageService, accountPageSlice } from '../refs.js'
import { subjectOf } from '../select.js'
import styles from './account.css?inline'
import { AccountActions } from './account-actions.js'
import { AccountBalance } from './account-balance.js'
import { AccountHead } from './account-head.js'
import { AccountPanels } from './account-panels.js'

/**
 * Who is connected, what they have, and what they can do with it. Everything below the balance is
 * brought by features.
 */
export default function AccountView() {
  useStyles(styles)
  const subject = useRead(subjectOf)
  useRefresh({ ...useService(accountPageService), plugin: 'base/account', key: subject?.key })
  // Where a feature shows the balance, that feature also knows the tokens and the other networks.
  const hasPart = useSlot(accountPartsSlot).some(({ place }) => place === 'balance')
  const isEmpty = useSlice(
    accountPageSlice,
    ({ balance }) => !hasPart && balance.name === 'known' && balance.last.balance.amount === 0n,
  )
  if (!subject) return <NoAccount />
  return (
    <>
      <AccountHead key={subject.key} account={subject.account} network={subject.network} />
      <AccountBalance subject={subject.key} />
      <SlotOutlet of={accountPartsSlot} only={part => part.place === 'notice'} />
      <AccountActions />
      <AccountPanels />
      {isEmpty && <EmptyAccount isBelowActions />}
    </>
  )
}

/** Comes whole: what features have to say above the rest would push it down. */
AccountView.needs = (read: Read) => read.items(accountPartsSlot).map(({ load }) => load)

function NoAccount() {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  return (
    <Stack gap={16} align="center">
      <Caption>{t(message('account.nobody', 'No wallet is connected'))}</Caption>
      {views.has(connectView) && (
        <Button
          onClick={() => views.reset(connectView)}
          onPointerEnter={() => preload(connectView)}
        >
          {t(connectMessage)}
        </Button>
      )}
    </Stack>
  )
}
