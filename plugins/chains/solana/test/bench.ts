/** A kernel with this plugin in its own page, and helpers for tests. */
import { setMaxListeners } from 'node:events'
import { createKernel, type Kernel } from '@portico/kernel'
import { type Connector, connectorsSlot, discoveriesSlot } from '@portico/kernel/connector-kit'
import { expect, vi } from 'vitest'
import { type SolanaOptions, solana } from '../src/index.js'

export interface Bench {
  readonly page: Window
  readonly kernel: Kernel
  readonly reported: readonly unknown[]
  /** The connectors listed now. */
  listed(): readonly Connector[]
  /** Waits for a connector by its id. */
  connector(id: string): Promise<Connector>
  stop(): void
}

/** A window that only dispatches events. */
export function createPage(): Window {
  const page = new EventTarget() as Window
  vi.stubGlobal('window', page)
  return page
}

export async function startBench(options: SolanaOptions = {}, page = createPage()): Promise<Bench> {
  const reported: unknown[] = []
  const kernel = createKernel({
    plugins: [solana(options)],
    onError: error => void reported.push(error),
  })
  await kernel.start()
  await Promise.all(kernel.items(discoveriesSlot).map(one => one.start()))
  const listed = () => kernel.items(connectorsSlot)
  return {
    page,
    kernel,
    reported,
    listed,
    async connector(id) {
      const find = () => listed().find(one => one.id === id)
      await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 5_000, interval: 5 })
      return find() as Connector
    },
    stop() {
      kernel.dispose()
      vi.unstubAllGlobals()
    },
  }
}

export function never(): AbortSignal {
  const { signal } = new AbortController()
  // A page of activity makes twenty requests at once.
  setMaxListeners(0, signal)
  return signal
}

/** Returns what a promise rejected with. Fails when the promise resolved. */
export async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
  expect(outcome).toHaveProperty('error')
  return 'error' in outcome ? outcome.error : undefined
}
