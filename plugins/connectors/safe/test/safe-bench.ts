/** A page that a Safe frames. */
import { createKernel, type Kernel } from '@portico/kernel'
import {
  type Connection,
  type Connector,
  connectorsSlot,
  discoveriesSlot,
} from '@portico/kernel/connector-kit'
import { connectionOf } from '@portico/kernel/testing'
import { eip155, eip155Wallet, mainnet, sepolia } from '@portico/plugin-eip155'
import { afterEach, vi } from 'vitest'
import { type SafeOptions, safe } from '../src/index.js'
import { type SafeAppOptions, safeApp } from './safe-app.js'

export const never = () => new AbortController().signal
export const kernels: Kernel[] = []
/** Creates a framed page, and starts wallet discovery. */
export async function framed({
  options = {},
  ...around
}: SafeAppOptions & {
  options?: SafeOptions
  prepare?: (app: ReturnType<typeof safeApp>['app']) => void
} = {}) {
  const { app, page } = safeApp(around)
  around.prepare?.(app)
  vi.stubGlobal('window', page)
  const reported: unknown[] = []
  const kernel = createKernel({
    plugins: [eip155({ networks: [mainnet, sepolia] }), safe(options)],
    onError: error => void reported.push(error),
  })
  kernels.push(kernel)
  await kernel.start()
  const look = () => Promise.all(kernel.items(discoveriesSlot).map(one => one.start()))
  return { app, kernel, reported, look }
}
export const listed = (kernel: Kernel): Connector | undefined =>
  kernel.items(connectorsSlot).find(({ id }) => id.endsWith(':safe'))
export async function connected(around: Parameters<typeof framed>[0] = {}) {
  const made = await framed(around)
  await made.look()
  const connector = listed(made.kernel)
  if (!connector) throw new RangeError('no Safe is listed')
  const walletSession = await connector.connect({}, never())
  const { via, from } = connectionOf(walletSession, connector)
  made.app.questions.length = 0
  return {
    ...made,
    connector,
    walletSession,
    via: via as Connection,
    from,
    wallet: eip155Wallet(via),
  }
}

/** Each test of the file that calls this ends without a kernel. */
export function setUpSafe(): void {
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
