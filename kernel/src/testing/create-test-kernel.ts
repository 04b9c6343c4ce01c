import type { Http } from '../contracts/backend/index.js'
import { type NetworkId, namespaceOf } from '../contracts/chain/index.js'
import { connectorsSlot } from '../contracts/connector-kit/index.js'
import { connectionService } from '../contracts/session/index.js'
import { createKernel, type Kernel } from '../kernel.js'
import type { EndpointOverride } from '../override.js'
import type { Plugin } from '../plugin.js'
import type { StorageDriver } from '../storage-driver.js'
import { TestingError } from './errors.js'
import { type Said, testBase } from './test-base.js'

export interface TestKernelOptions {
  readonly plugins: readonly Plugin[]
  /** Replaces the small test base, for tests with the real base plugins. */
  readonly base?: readonly Plugin[]
  readonly endpoints?: readonly EndpointOverride[]
  /** Hosts that respond; without it there is no network. */
  readonly http?: Partial<Http>
  readonly storage?: StorageDriver
  /**
   * Connects the first wallet of this network's namespace, and switches to that network. Throws a
   * TestingError NO_CONNECTOR where there is none.
   */
  readonly connected?: NetworkId
}
/** A kernel, with a record of what happened in it. */
export interface TestKernel extends Kernel {
  /** Texts of all toasts. Empty when the base was replaced. */
  readonly said: readonly Said[]
  /** Every reported error; a test may expect none. */
  readonly reported: readonly { readonly error: unknown; readonly plugin: string }[]
}

/**
 * Creates a started kernel with a base under the given plugins. Stub endpoints and wallets, never
 * modules.
 */
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
    await kernel.use(connectionService).discover()
    const connector = kernel.items(connectorsSlot).find(one => one.namespace === namespace)
    if (!connector) {
      kernel.dispose()
      throw new TestingError(
        'NO_CONNECTOR',
        `No plugin offers a wallet of "${namespace}". Give its chain one, or leave \`connected\` out.`,
      )
    }
    await kernel.use(connectionService).connect(connector.id, { network: options.connected })
  }
  return Object.create(kernel, { said: { value: said }, reported: { value: reported } })
}
