import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStorage } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { createTestKernel } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { siwx, siwxService, siwxSlice } from '@portico/plugin-siwx'
import {
  createNonces,
  createSessions,
  createSignInHandler,
  toNodeListener,
} from '@portico/plugin-siwx/server'
import { afterEach, expect, it, vi } from 'vitest'
import { sui, suiNetwork } from '../src/plugin.js'
import { suiVerifier } from '../src/verify.js'
import { addressOf, scriptedWallet } from './scripted-wallet.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
})

/** A sign-in server that knows Sui. It keeps the cookies of its only browser. */
async function startServer() {
  const listen = toNodeListener(
    createSignInHandler({
      domain: 'app.example',
      nonces: createNonces(),
      sessions: createSessions(),
      verifiers: { sui: suiVerifier },
    }),
  )
  const cookies = new Map<string, string>()
  const statuses: string[] = []
  const server = createServer(async (request, response) => {
    request.headers.cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    await listen(request, response)
    for (const set of [response.getHeader('set-cookie') ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(set)) ?? []
      cookies.set(name, value)
    }
    statuses.push(`${request.url?.split('/').at(-1)} ${response.statusCode}`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return { statuses, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth` }
}

it('an account of Sui signs in at a server with the verifier of this package', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', {
    host: 'app.example',
    origin: 'https://app.example',
    href: 'https://app.example/',
  })
  const wallet = scriptedWallet(page, () => '')
  const { url, statuses } = await startServer()
  const network = suiNetwork('localnet', '00c0ffee', 'http://127.0.0.1:9')
  const kernel = await createTestKernel({
    base: [shell(), api(), connection(), account()],
    plugins: [sui({ networks: [network] }), siwx({ server: url, statement: 'Read your notes.' })],
    storage: memoryStorage(),
  })
  ends.push(() => kernel.dispose())
  kernel.use(shellService).open({ view: connectView })
  await kernel.use(connectionService).discover()
  await kernel.use(connectionService).connect('sui:Test Wallet')
  await vi.waitFor(() => expect(kernel.state(siwxSlice).phase.name).toBe('reading'), 10_000)
  await kernel.use(siwxService).sign()

  expect(kernel.state(siwxSlice).sessions).toMatchObject([
    { address: addressOf(1), network: 'sui:localnet' },
  ])
  expect(statuses).toContain('verify 200')
  expect(wallet.prompts, 'one to connect, one to sign').toBe(2)
})
