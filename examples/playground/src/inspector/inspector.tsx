import { useState } from 'react'
import { Tabs } from '../parts/tabs.js'
import { useRunning } from '../parts/use-workbench.js'
import { EndpointsTab } from './endpoints-tab.js'
import { LogTab } from './log-tab.js'
import { PluginsTab } from './plugins-tab.js'
import { StateTab } from './state-tab.js'
import { StorageTab } from './storage-tab.js'
import { useLive } from './use-live.js'
import { ViewsTab } from './views-tab.js'

const tabs = [
  { id: 'state', label: 'State', Tab: StateTab },
  { id: 'log', label: 'Log', Tab: LogTab },
  { id: 'plugins', label: 'Plugins', Tab: PluginsTab },
  { id: 'endpoints', label: 'Endpoints', Tab: EndpointsTab },
  { id: 'storage', label: 'Storage', Tab: StorageTab },
  { id: 'views', label: 'Views', Tab: ViewsTab },
] as const

/** What the kernel of this page holds at this moment. Only the tab on screen listens to it. */
export function Inspector() {
  const [chosen, choose] = useState<(typeof tabs)[number]['id']>('state')
  const { portico } = useRunning()
  useLive(portico.kernel.subscribe)
  const { Tab } = tabs.find(tab => tab.id === chosen) ?? tabs[0]
  return (
    <Tabs label="Inspector" look="quiet" tabs={tabs} chosen={chosen} onChoose={choose}>
      <Tab kernel={portico.kernel} />
    </Tabs>
  )
}
