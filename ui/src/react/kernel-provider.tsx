import type { Kernel } from '@portico/kernel'
import { createContext, type ReactNode, useContext } from 'react'
import { UiError } from '../errors.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Builds for production say the code, as the kernel's do. */
const nowhere =
  process.env.NODE_ENV === 'production'
    ? 'NO_PROVIDER'
    : 'There is no kernel here. Hint: render this below <PorticoProvider> (or <KernelProvider>). If it is below one, @portico/ui is installed twice: npm ls @portico/ui.'

const KernelContext = /* @__PURE__ */ createContext<Kernel | undefined>(undefined)

/** Hands a kernel to the hooks below it. Does not start it: `createPortico` of the sdk does. */
export function KernelProvider({ kernel, children }: { readonly kernel: Kernel; readonly children?: ReactNode }) {
  return <KernelContext.Provider value={kernel}>{children}</KernelContext.Provider>
}
/** The kernel of the provider above. Throws a UiError `NO_PROVIDER` where there is none. */
export function useKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (!kernel) throw new UiError('NO_PROVIDER', nowhere)
  return kernel
}
