import type { Kernel } from '@portico/kernel'
import { createContext, type ReactNode, useContext } from 'react'
import { UiError } from '../errors.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Production builds only have the code, as those of the kernel. */
const nowhere =
  process.env.NODE_ENV !== 'production'
    ? 'There is no kernel here. Hint: render this below <PorticoProvider> (or <KernelProvider>). If it is below one, @portico/ui is installed twice: npm ls @portico/ui.'
    : 'NO_PROVIDER'

const KernelContext = /* @__PURE__ */ createContext<Kernel | undefined>(undefined)

/** Provides a kernel to the hooks below. Does not start the kernel: `createPortico` does. */
export function KernelProvider({
  kernel,
  children,
}: {
  readonly kernel: Kernel
  readonly children?: ReactNode
}) {
  return <KernelContext.Provider value={kernel}>{children}</KernelContext.Provider>
}
/** Returns the kernel of the provider above. Throws a UiError `NO_PROVIDER` where there is none. */
export function useKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (!kernel) throw new UiError('NO_PROVIDER', nowhere)
  return kernel
}
