import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Choice } from '../configuration/choice.js'
import type { Running, Workbench } from '../configuration/workbench.js'

export const WorkbenchContext = createContext<Workbench | undefined>(undefined)

/** The workbench of this page. Throws outside of its context. */
export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext)
  if (!workbench) throw new RangeError('useWorkbench stands outside of WorkbenchContext.')
  return workbench
}
export function useRunning(): Running {
  const workbench = useWorkbench()
  return useSyncExternalStore(workbench.subscribe, () => workbench.running)
}
export function useChoice(): readonly [choice: Choice, choose: (change: Partial<Choice>) => void] {
  return [useRunning().choice, useWorkbench().choose]
}
