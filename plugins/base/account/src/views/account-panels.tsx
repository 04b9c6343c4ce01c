import { accountTabsSlot } from '@portico/kernel/account'
import { message } from '@portico/kernel/text'
import {
  Skeleton,
  SlotOutlet,
  Tabs,
  useKernel,
  useRead,
  useService,
  useSlot,
  useTranslate,
} from '@portico/ui'
import { accountPageService } from '../refs.js'
import { currentTab } from '../select.js'

const waiting = <Skeleton rows={3} />

/** Tokens, NFTs, Activity: as many as there are features for, one of them open. */
export function AccountPanels() {
  const t = useTranslate()
  const tabs = useSlot(accountTabsSlot)
  const current = useRead(read => currentTab(read)?.id)
  const kernel = useKernel()
  const { selectTab } = useService(accountPageService)
  const select = (id: string) => {
    selectTab(id).catch(error => kernel.report(error, 'base/account'))
  }
  if (current === undefined) return null
  return (
    <Tabs
      label={t(message('account.tabs', 'Account contents'))}
      tabs={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
      value={current}
      onChange={select}
    >
      <SlotOutlet
        key={current}
        of={accountTabsSlot}
        only={({ id }) => id === current}
        waiting={waiting}
      />
    </Tabs>
  )
}
