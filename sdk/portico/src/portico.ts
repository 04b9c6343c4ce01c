import { createKernel, type Dispose, type Kernel, webStorage } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import {
  mayPrefetch,
  modalOpenedEvent,
  type OpenOptions,
  shellService,
  shellSlice,
} from '@portico/kernel/shell'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import type { MountOptions } from '@portico/ui'
import { interfaceTranslations } from '@portico/ui/translations'
import { brokenShell } from './broken-shell.js'
import { warnOfDisposed, warnOfNamespace, warnOfOptions, warnOfSetup } from './check-options.js'
import { prefetchInIdle } from './idle-prefetch.js'
import type { PorticoOptions, PrefetchStage } from './options.js'
import { packageVersion } from './version.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** One doorway. Everything that the modal can do can be reached through `kernel` without it. */
export interface Portico {
  readonly kernel: Kernel
  readonly sdkVersion: string
  /**
   * Finds wallets and takes up earlier connections. Called by the React provider, the elements and
   * the first `open`; calling it again does nothing.
   */
  start(): Promise<void>
  /** Opens the modal; its code is loaded on the first call. */
  open(options?: OpenOptions): void
  /** False: something must be finished first, and the modal shakes. */
  close(): boolean
  /** The option `prefetch`, or its default. */
  readonly prefetchStage: PrefetchStage
  /**
   * Fetches and prepares the first view and asks the page's wallets to announce themselves, so that
   * the first open is instant; the page stays as it is. Buttons call it when the pointer comes
   * near. Never rejects: what fails is fetched again by the click, and reported there.
   */
  prefetch(): Promise<void>
  /** Shows the modal inside a part of the page instead of over it, until it is disposed. */
  embed(container: Element): Dispose
  dispose(): void
}

const required = ['base/shell', 'base/connection', 'base/account']

/**
 * Makes the kernel with the base plugins and the given ones: in development at once, and throws a
 * KernelError when a base plugin fails; in production on first use, in a browser in
 * the next task at the latest. Runs on a server too, where it touches no global. Beside a copy of
 * another version on the same page it starts nothing, and reports that.
 */
export function createPortico(options: PorticoOptions): Portico {
  // The kernel writes to the console where the host takes no errors.
  const onError = options.onError ?? (options.logLevel === 'silent' ? () => undefined : undefined)
  const failed = (error: unknown) => kernel().report(error, 'sdk')
  const make = () => {
    let broken: unknown
    try {
      if (hasPage())
        return createKernel({
          ...options,
          // Each takes what is its own of the options.
          plugins: [
            shell(options),
            connection(options),
            account(options),
            api(options),
            interfaceTranslations(),
            ...options.plugins,
          ],
          required,
          // Not by a look at localStorage itself, which throws where it is blocked.
          storage: options.storage ?? (globalThis.document && webStorage()),
          onError,
        })
    } catch (error) {
      if (process.env.NODE_ENV !== 'production') throw error
      broken = error
    }
    const bare = createKernel({ plugins: [brokenShell()], onError })
    if (broken) bare.report(broken, 'sdk')
    return bare
  }
  let made: Kernel | undefined
  const kernel = () => {
    if (!made) {
      made = make()
      // A button, a host or a plugin opens it: its code is fetched here.
      made.on(modalOpenedEvent, ({ view }) => {
        void start()
        mountOverPage()
        // In the same tick as the code of the frame, which asks for it again; a failure shows
        // there.
        kernel()
          .views.entry(view)
          ?.load()
          .catch(() => undefined)
      })
    }
    return made
  }

  // Names what is used: bundlers leave out the rest of that file.
  const interfaceCode = () => import('@portico/ui/modal').then(({ modal }) => modal)
  /** The clean-up of each element that embeds the modal. */
  const ends = new Set<Dispose>()
  /**
   * Taken away before its code came, as React does with every effect in StrictMode, nothing is
   * mounted: it would end the next one.
   */
  const mount = (failed: (error: unknown) => void, options?: MountOptions): Dispose => {
    let unmount: Dispose | undefined
    const end = () => {
      if (ends.delete(end)) unmount?.()
    }
    ends.add(end)
    interfaceCode()
      .then(modal => {
        if (ends.has(end)) unmount = modal.mount(kernel(), options)
      })
      .catch(error => {
        end()
        failed(error)
      })
    return end
  }
  const life = new AbortController()
  let isOverPage = false
  /**
   * Once; inside the page it is there already. When its code does not arrive the modal is closed
   * again, the browser offers to reload the page, and the next open tries once more.
   */
  const mountOverPage = () => {
    // Where no plugin of ours could start there is nothing to show.
    if (
      isOverPage ||
      life.signal.aborted ||
      !kernel().find(connectionService) ||
      kernel().state(shellSlice).embedded
    )
      return
    isOverPage = true
    mount(error => {
      isOverPage = false
      // It was not opened yet where its code was only prefetched.
      if (kernel().state(shellSlice).open) {
        kernel().use(shellService).close()
        failed(error)
        // None of our files may be left after a deployment: only the browser can ask.
        if (globalThis.confirm?.('Wallets failed to load. Reload?')) location.reload()
      }
    })
  }
  const start = () => kernel().start().catch(failed)
  const prefetchStage = options.prefetch ?? 'idle'
  const fetchFirstView = async (pause?: () => Promise<void>) => {
    await pause?.()
    if (kernel().find(connectionService)) await (await interfaceCode()).prefetch(kernel(), pause)
    await pause?.()
    // Outside of the page, into which it is put when it is opened: what React does once for it is
    // done before the click.
    mountOverPage()
  }
  // A mistake among the plugins stands at the host's own line. Visitors get the kernel in a task of
  // its own, so that it does not lengthen the evaluation of the page's script; an earlier request
  // gets it at once. Servers, some of which allow no timer here, wait for that.
  if (process.env.NODE_ENV !== 'production') {
    if (options.logLevel !== 'silent') {
      warnOfOptions(options)
      warnOfSetup(options, kernel())
    } else kernel()
  } else if (globalThis.document) setTimeout(kernel)
  if (prefetchStage === 'idle' && globalThis.document)
    void prefetchInIdle(fetchFirstView, life.signal)

  return {
    get kernel() {
      return kernel()
    },
    get sdkVersion() {
      return options.sdkVersion ?? versionOf(kernel())
    },
    start,
    open: how => {
      if (process.env.NODE_ENV !== 'production' && options.logLevel !== 'silent') {
        if (life.signal.aborted) warnOfDisposed('open()')
        else warnOfNamespace('open()', how?.namespace, kernel())
      }
      return kernel().use(shellService).open(how)
    },
    close: () => kernel().use(shellService).close(),
    prefetchStage,
    async prefetch() {
      if (life.signal.aborted || !mayPrefetch()) return
      mountOverPage()
      await fetchFirstView().catch(() => undefined)
    },
    embed(container) {
      void start()
      return mount(failed, { container })
    },
    dispose() {
      life.abort()
      if (!ends.size) return kernel().dispose()
      for (const end of ends) end()
      // React is done with the modal a moment later; what is still on screen would miss a kernel
      // that went before.
      queueMicrotask(kernel().dispose)
    },
  }
}

/** `html-eip155,solana-0.1.0`; `universal` where no chain is included. */
function versionOf(kernel: Kernel): string {
  const namespaces = kernel.initial.items(chainsSlot).map(chain => chain.id)
  return `html-${namespaces.join() || 'universal'}-${packageVersion}`
}

/**
 * One version runs on a page: that of the copy that came first, which it notes on the document for
 * every other copy to find. Copies of one version live beside each other, each with its own
 * kernels.
 */
function hasPage(): boolean {
  const page = (globalThis.document ?? {}) as unknown as Record<symbol, string | undefined>
  const mark = Symbol.for('portico')
  page[mark] ??= packageVersion
  return page[mark] === packageVersion
}
