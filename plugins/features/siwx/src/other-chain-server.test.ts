/** Sign-in on a chain that is not built in, against a real sign-in server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveConnections } from '@portico/kernel/session'
import { expect, it, vi } from 'vitest'
import { ends, reader, setUpReader } from '../test/reader-bench.js'
import {
  createNonces,
  createSessions,
  createSignInHandler,
  type SignInHandlerOptions,
  toNodeListener,
} from './server/index.js'

setUpReader()

/** Starts a server of the page's own site, over HTTP. */
async function startServer(options: Partial<SignInHandlerOptions> = {}) {
  const steps: unknown[] = []
  const handler = createSignInHandler({
    domain: 'app.example',
    nonces: createNonces(),
    sessions: createSessions(),
    ...options,
  })
  const listen = toNodeListener(handler)
  // Node's fetch keeps no cookies, so the server keeps those of its only browser.
  let jar: Readonly<Record<string, string>> = {}
  const server = createServer(async (request, response) => {
    const step = request.url?.split('/').at(-1)
    request.headers.cookie = Object.entries(jar)
      .map(pair => pair.join('='))
      .join('; ')
    await listen(request, response)
    for (const set of [response.getHeader('set-cookie') ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(set)) ?? []
      if (name !== undefined && value !== undefined) jar = { ...jar, [name]: value }
    }
    steps.push(`${step} ${response.statusCode}`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { steps, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth` }
}
const tally = {
  name: 'Tally',
  verify: (address: string, text: string, signature: string) =>
    signature === `${address} wrote ${text}`,
}
const unknown = 'This site cannot sign you in with this network. Connect a wallet of another one.'

it('[D30a] an account of a chain that is not built in signs in at a server that has a verifier for it', async () => {
  const { steps, url } = await startServer({ verifiers: { tally } })
  const there = await reader({ server: url, statement: 'Read your notes.' })
  await there.reads()
  await there.siwx.sign()
  expect([there.sessions(), there.toast()]).toMatchObject([
    [{ address: 't_ada', network: 'tally:main' }],
    undefined,
  ])
  expect(steps).toEqual(['session 200', 'nonce 200', 'verify 200'])
})

it('a server without a verifier for the chain is named before the wallet gets a request, and the wallet is disconnected', async () => {
  const { steps, url } = await startServer()
  const there = await reader({ server: url })
  await vi.waitFor(() => expect(there.toast()).toBe(unknown))
  await vi.waitFor(() => expect(liveConnections(there.kernel)).toEqual([]))
  // The disconnect also signs out, whose request may still be open.
  expect([there.wallet.requests, there.phase().name, steps.slice(0, 2)]).toEqual([
    ['connect'],
    'idle',
    ['session 200', 'nonce 200'],
  ])
  expect(steps).not.toContain('verify 200')
})

it('a wallet of a chain that the server does not know stays connected where sign-in is not required', async () => {
  const { url } = await startServer({ networks: ['eip155:1'], verifiers: { tally } })
  const there = await reader({ server: url, required: false })
  await vi.waitFor(() => expect(there.toast()).toBe(unknown))
  expect(liveConnections(there.kernel)).toHaveLength(1)
  expect([there.wallet.requests, there.phase().name]).toEqual([['connect'], 'idle'])
})

it('[S35] a server whose list of chains is invalid counts as one that lists none', async () => {
  const answers: Readonly<Record<string, unknown>> = {
    session: { sessions: [] },
    nonce: { nonce: 'a'.repeat(32), namespaces: [1] },
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[request.url?.split('/').at(-1) ?? ''] ?? {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const there = await reader({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  await there.reads()
  expect(there.request()?.text).toContain('with your Tally account:')
})
