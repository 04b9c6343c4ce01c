import { KernelProvider } from '@portico/ui/react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { warnOfInnerProvider, warnOfNewPortico } from '../check-options.js'
import { SdkError } from '../errors.js'
import type { Portico } from '../portico.js'
import { checkReact, noteProvider } from './check-provider.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

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
  // biome-ignore lint/correctness/useHookAtTopLevel: the condition is a constant of the build.
  if (process.env.NODE_ENV !== 'production') usePorticoCheck(portico)
  useEffect(() => void portico.start(), [portico])
  return (
    <PorticoContext.Provider value={portico}>
      <KernelProvider kernel={portico.kernel}>{children}</KernelProvider>
    </PorticoContext.Provider>
  )
}

/**
 * Throws for a React that is too old, and for a missing Portico. Warns when the provider gets
 * another one, or stands inside one that has another.
 */
function usePorticoCheck(portico: Portico | undefined): void {
  checkReact()
  noteProvider(PorticoContext)
  if (!portico)
    throw new SdkError(
      'NO_PROVIDER',
      '<PorticoProvider> has no `portico`. Pass what createPortico returned: <PorticoProvider portico={portico}>.',
    )
  const outer = useContext(PorticoContext)
  useEffect(() => {
    if (outer && outer !== portico) warnOfInnerProvider()
  }, [outer, portico])
  const first = useRef(portico)
  useEffect(() => {
    if (first.current !== portico) warnOfNewPortico()
    first.current = portico
  }, [portico])
}
