/** The plugin over a backend on this machine whose answers a test writes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin, type PluginContext } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { tokenBalancesEndpoint } from '@portico/kernel/backend'
import { addressesCapability, balancesCapability } from '@portico/kernel/capabilities'
import { AddressError, type NetworkId } from '@portico/kernel/chain'
import { createTestKernel, type TestKernel, tally, tallyAccount } from '@portico/kernel/testing'
import { afterEach, beforeEach } from 'vitest'
import { backend } from '../src/backend.js'
import type { BackendOptions } from '../src/options.js'
import { api } from '../src/plugin.js'

export const main: NetworkId = 'tally:main'
export const account: Account = tallyAccount('t_ada')
export interface RecordedRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
}
export let requests: RecordedRequest[] = []
export let routes: Record<string, unknown> = {}
export let origin = ''
/** The answer for a network that this server does not have. */
export const refused = { status: 'FAILED', reasons: [{ name: 'chainId' }] }
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '', origin)
  requests.push({ method: request.method ?? '', url, body: Buffer.concat(chunks).toString() })
  const answer = routes[url.pathname]
  response
    .writeHead(answer === undefined ? 404 : answer === refused ? 400 : 200, {
      'content-type': 'application/json',
    })
    .end(JSON.stringify(answer ?? {}))
})
export const chains = { http: [main], ws: [] }
export const paths = () =>
  requests.map(({ url }) => url.pathname).filter(path => path !== '/v1/supported-chains')
export let asker: PluginContext
/** True while the chain's code that reads addresses fails to load. */
export const code = { isBroken: false }
const kernels: TestKernel[] = []
export async function bench(options: Partial<BackendOptions> = {}) {
  const curious = definePlugin({
    id: 'test/curious',
    setup(context) {
      asker = context
      // The chain's token capability, beside the rest of tally.
      const native = () => Promise.reject(new RangeError('not called'))
      context.offer(balancesCapability, main, {
        native,
        tokenNamespace: 'coin',
        nativeAddress: 'tnative',
      })
      const looksLike = (text: string) => /^t[a-z]+$/i.test(text)
      const parse = async (text: string) => {
        if (code.isBroken) throw new TypeError('Failed to fetch dynamically imported module')
        if (/^t[A-Z]+$/.test(text)) throw new AddressError('ADDRESS_CHECKSUM')
        return { address: text.toLowerCase() }
      }
      context.offer(addressesCapability, main, { looksLike, parse, shorten: text => text })
    },
  })
  // The real client under the real plugin: only the service is a stub.
  const kernel = await createTestKernel({
    base: [api()],
    plugins: [tally(), backend({ url: origin, ...options }), curious],
  })
  kernels.push(kernel)
  return kernel
}
export const coin = (more: object = {}) => ({
  name: 'Gold',
  symbol: 'GLD',
  chainId: main,
  address: `${main}:tgold`,
  price: 2.5,
  value: 3.75,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: 'https://icons.example/gold.png',
  ...more,
})
export const portfolio = async (...list: unknown[]) => {
  routes['/v1/account/t_ada/balance'] = { balances: list }
  return (await asker.call(tokenBalancesEndpoint, { account, network: main, currency: 'eur' }))
    .value
}

/** Starts the backend before each test of the file that calls this. */
export function setUpBackend(): void {
  beforeEach(async () => {
    requests = []
    code.isBroken = false
    routes = { '/v1/supported-chains': chains }
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
}
