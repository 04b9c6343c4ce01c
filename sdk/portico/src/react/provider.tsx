import { KernelProvider } from '@portico/ui/react'
import { createContext, type ReactNode, useEffect } from 'react'
import type { Portico } from '../portico.js'

export const PorticoContext = /* @__PURE__ */ createContext<Portico | undefined>(undefined)

/**
 * Gives the hooks and buttons below it their Portico, and starts it in the first effect: on the
 * server, and in the first render of the page, everybody sees the state before start.
 */
export function PorticoProvider({
  portico,
  children,
}: {
  readonly portico: Portico
  readonly children?: ReactNode
}) {
  useEffect(() => void portico.start(), [portico])
  return (
    <PorticoContext.Provider value={portico}>
      <KernelProvider kernel={portico.kernel}>{children}</KernelProvider>
    </PorticoContext.Provider>
  )
}
