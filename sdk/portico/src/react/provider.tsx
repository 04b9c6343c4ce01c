import { KernelProvider } from '@portico/ui/react'
import { createContext, type ReactNode, useSyncExternalStore } from 'react'
import type { Portico } from '../portico.js'

export const PorticoContext = /* @__PURE__ */ createContext<Portico | undefined>(undefined)

const nothing = () => undefined
const never = () => nothing

/**
 * Gives the hooks and buttons below it their Portico, and starts it: one that was made at the top of a module, since React may throw a render away. The way of a store's snapshot is how React tells the pages apart: on a server, and while a
 * server's page is hydrated, everybody sees the state before the start; in any other page storage was read before the first of them renders.
 */
export function PorticoProvider({ portico, children }: { readonly portico: Portico; readonly children?: ReactNode }) {
  useSyncExternalStore(never, () => void portico.start(), nothing)
  return (
    <PorticoContext.Provider value={portico}>
      <KernelProvider kernel={portico.kernel}>{children}</KernelProvider>
    </PorticoContext.Provider>
  )
}
