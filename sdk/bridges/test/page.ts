/** A page with a Portico session and a mock wallet, for tests of bridges. */
import { createKernel, memoryStorage, type Plugin } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { connection } from '@portico/plugin-connection'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { shell } from '@portico/plugin-shell'
import { vi } from 'vitest'
import type { PorticoSession } from '../src/session.js'

/** A window that only dispatches events. */
export function createPage(): Window {
  const page = new EventTarget() as Window
  vi.stubGlobal('window', page)
  return page
}

export interface Visit extends PorticoSession {
  /** Errors that were contained. */
  readonly reported: readonly unknown[]
  /** How often a bridge has opened the modal. */
  readonly openings: number
  /** What a person does in the modal: picks a wallet. */
  connect(wallet: string): Promise<unknown>
  close(): void
  leave(): void
}

/** One visit of a page. Visits with the same storage are those of one person. */
export function visit(plugins: readonly Plugin[], storage = memoryStorage()): Visit {
  const reported: unknown[] = []
  let openings = 0
  const kernel = createKernel({
    plugins: [shell({}), connection({}), ...plugins],
    storage,
    onError: error => void reported.push(error),
  })
  return {
    kernel,
    reported,
    get openings() {
      return openings
    },
    start: () => kernel.start(),
    open(options) {
      openings++
      kernel.use(shellService).open(options)
    },
    async connect(wallet) {
      await kernel.start()
      return kernel.use(connectionService).connect(wallet)
    },
    close: () => void kernel.use(shellService).close(),
    leave: () => kernel.dispose(),
  }
}

/** Two EVM networks at these URLs. */
export const evmPlugin = (one: string, two: string): Plugin =>
  eip155({
    networks: [
      defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [one] }),
      defineEvmNetwork({ chainId: 8453, name: 'Two', rpcUrls: [two] }),
    ],
  })
