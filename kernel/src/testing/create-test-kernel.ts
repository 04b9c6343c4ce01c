import { connection, connectors, type Http, type NetworkId, namespaceOf } from '../contracts/index.js'
import { createKernel, type Kernel } from '../kernel.js'
import type { EndpointOverride } from '../override.js'
import type { StorageDriver } from '../persist.js'
import type { Plugin } from '../plugin.js'
import { type Said, testBase } from './test-base.js'

export interface TestKernelOptions {
  readonly plugins: readonly Plugin[]
  /** In the place of the small test base, for those who test with the real base plugins. */
  readonly base?: readonly Plugin[]
  readonly endpoints?: readonly EndpointOverride[]
  /** Hosts that answer; without it there is no network. */
  readonly http?: Partial<Http>
  readonly storage?: StorageDriver
  /** Connects the first wallet of this network's namespace, and goes to that network. */
  readonly connected?: NetworkId
}
/** A kernel and what happened in it. */
export interface TestKernel extends Kernel {
  /** What toasts said. Empty when the base was replaced. */
  readonly said: readonly Said[]
  /** Every error that was reported; a test may expect none. */
  readonly reported: readonly { readonly error: unknown; readonly plugin: string }[]
}

/** A started kernel with a base under the given plugins. Stub endpoints and wallets, never modules. */
export async function createTestKernel(options: TestKernelOptions): Promise<TestKernel> {
  const said: Said[] = []
  const reported: { readonly error: unknown; readonly plugin: string }[] = []
  const kernel = createKernel({
    plugins: [...(options.base ?? [testBase(said, options.http)]), ...options.plugins],
    onError: (error, plugin) => void reported.push({ error, plugin }),
    ...(options.endpoints && { endpoints: options.endpoints }),
    ...(options.storage && { storage: options.storage }),
  })
  await kernel.start()
  if (options.connected) {
    const namespace = namespaceOf(options.connected)
    await kernel.use(connection).discover()
    const connector = kernel.items(connectors).find(one => one.chain === namespace)
    if (connector) await kernel.use(connection).connect(connector.id, { network: options.connected })
  }
  return Object.create(kernel, { said: { value: said }, reported: { value: reported } })
}
