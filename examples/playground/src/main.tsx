import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { choiceOf, hashOf } from './configuration/address.js'
import { createWorkbench } from './configuration/workbench.js'
import { Page } from './page.js'
import { WorkbenchContext } from './parts/use-workbench.js'

const { choice, refused } = choiceOf(location.hash)
const workbench = createWorkbench(choice)

const write = () => {
  const hash = hashOf(workbench.running.choice)
  // Replaced, not pushed: going back leaves the page and does not undo clicks.
  if (hash !== location.hash.slice(1))
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname + location.search)
}
workbench.subscribe(write)

const root = createRoot(document.getElementById('app') as HTMLElement)
const show = (refused: readonly string[]) =>
  root.render(
    <StrictMode>
      <WorkbenchContext.Provider value={workbench}>
        <Page refused={refused} />
      </WorkbenchContext.Provider>
    </StrictMode>,
  )
show(refused)
// An address that was pasted over this one.
addEventListener('hashchange', () => {
  const next = choiceOf(location.hash)
  workbench.choose(next.choice)
  show(next.refused)
})
