/** A kernel whose reports are kept, for tests. */
import {
  createKernel,
  type Kernel,
  KernelError,
  type KernelOptions,
  type Plugin,
} from '../src/index.js'

export interface Reported {
  readonly error: unknown
  readonly plugin: string
}

export function boot(
  plugins: readonly Plugin[],
  options: Partial<KernelOptions> = {},
): { readonly kernel: Kernel; readonly reports: Reported[] } {
  const reports: Reported[] = []
  const kernel = createKernel({
    plugins,
    onError: (error, plugin) => reports.push({ error, plugin }),
    ...options,
  })
  return { kernel, reports }
}

/** `CODE plugin` of each report, or the message of an error that is not the kernel's. */
export const codes = (reports: readonly Reported[]): readonly string[] =>
  reports.map(
    ({ error, plugin }) =>
      `${error instanceof KernelError ? error.code : (error as Error).message} ${plugin}`,
  )

/** Lets everything that waits for promises alone go on. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}
