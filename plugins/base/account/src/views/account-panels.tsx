import { accountTabs } from '@portico/kernel/contracts'
import { Skeleton, SlotOutlet, Tabs, useKernel, useRead, useSay, useService, useSlot, useText } from '@portico/ui'
import { accountPage } from '../refs.js'
import { currentTab } from '../select.js'
import { en } from '../text/en.js'

const waiting = <Skeleton rows={3} />

/** Tokens, NFTs, Activity: as many as there are features for, one of them open. */
export function AccountPanels() {
  const t = useText(en)
  const say = useSay()
  const tabs = useSlot(accountTabs)
  const current = useRead(read => currentTab(read)?.id)
  const kernel = useKernel()
  const { selectTab } = useService(accountPage)
  const select = (id: string) => {
    selectTab(id).catch(error => kernel.report(error, 'base/account'))
  }
  if (current === undefined) return null
  return (
    <Tabs label={t('account.tabs')} tabs={tabs.map(({ id, label }) => ({ id, label: say(label) }))} value={current} onChange={select}>
      <SlotOutlet key={current} of={accountTabs} only={({ id }) => id === current} waiting={waiting} />
    </Tabs>
  )
}
