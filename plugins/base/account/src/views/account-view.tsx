import type { Read } from '@portico/kernel'
import { accountParts, connectView, transactionSent } from '@portico/kernel/contracts'
import { Button, Caption, SlotOutlet, Stack, useKernel, usePreload, useRead, useService, useStyles, useText } from '@portico/ui'
import { useEffect } from 'react'
import { accountPage } from '../refs.js'
import { subjectOf } from '../select.js'
import { en } from '../text/en.js'
import { accountStyles } from './account.styles.js'
import { AccountActions } from './account-actions.js'
import { AccountBalance } from './account-balance.js'
import { AccountHead } from './account-head.js'
import { AccountPanels } from './account-panels.js'

/** Who is connected, what they have, and what they can do with it. Everything below the balance is brought by features. */
export default function AccountView() {
  useStyles(accountStyles)
  const subject = useRead(subjectOf)
  useFresh(subject?.key)
  if (!subject) return <Nobody />
  return (
    <>
      <AccountHead key={subject.key} account={subject.account} network={subject.network} />
      <AccountBalance subject={subject.key} />
      <SlotOutlet of={accountParts} only={part => part.place === 'notice'} />
      <AccountActions />
      <AccountPanels />
    </>
  )
}

/** Comes whole: what features have to say above the rest would push it down. */
AccountView.needs = (read: Read) => read.items(accountParts).map(({ load }) => load)

/** Asks when the account comes, when the page comes back to the network or to the eye, and after a transaction. */
function useFresh(key: string | undefined): void {
  const kernel = useKernel()
  const { refresh } = useService(accountPage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another question.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const ask = () => {
      refresh(signal).catch(error => kernel.report(error, 'base/account'))
    }
    const look = () => globalThis.document.visibilityState === 'visible' && ask()
    ask()
    globalThis.addEventListener('online', ask, { signal })
    globalThis.document.addEventListener('visibilitychange', look, { signal })
    const forget = kernel.on(transactionSent, ask)
    return () => {
      forget()
      controller.abort()
    }
  }, [kernel, refresh, key])
}

function Nobody() {
  const t = useText(en)
  const { views } = useKernel()
  const preload = usePreload()
  return (
    <Stack gap={16} align="center">
      <Caption>{t('account.nobody')}</Caption>
      {views.has(connectView) && (
        <Button onClick={() => views.reset(connectView)} onPointerEnter={() => preload(connectView)}>
          {t('account.connect')}
        </Button>
      )}
    </Stack>
  )
}
