/** A page whose backend is three processes behind a load balancer, one of which dies. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { type Backend, type BackendOptions, startBackend } from '@portico/backend'
import { privateKeyToAddress } from 'viem/accounts'
import { type Postgres, startPostgres } from '../../../sdk/backend/test/postgres.js'
import { findPostgres } from '../scripts/find-postgres.mjs'
import { ask as askNode } from './send-form.js'
import { connect, connectButton, expect, hostUrl, nodeOf, short, test, wallet } from './visit.js'

const program = fileURLToPath(
  new URL('../../../sdk/backend/bin/portico-backend.mjs', import.meta.url),
)
/** An account that no other test uses. */
const key = `0x${'3a11ed07'.repeat(8)}` as const
const [owner, payer] = [privateKeyToAddress(key), `0x${'ca5e'.repeat(10)}`] as const
const hex = (value: bigint) => `0x${value.toString(16)}`
const ether = 10n ** 18n
const evm = { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }] }
const modal = (page: Page): Locator => page.locator('portico-root')
const activity = (page: Page, text: string): Locator =>
  modal(page)
    .getByRole('list', { name: 'Activity' })
    .getByRole('listitem')
    .filter({ hasText: text })

interface Api {
  readonly child: ChildProcess
  readonly port: number
}
async function startApi(options: BackendOptions): Promise<Api> {
  const variables = Object.entries({ ...options, port: 0, roles: ['api'] }).map(
    ([name, value]) =>
      [
        `PORTICO_BACKEND_${name.toUpperCase()}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ] as const,
  )
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...Object.fromEntries(variables) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, url } = JSON.parse(line) as { event: string; url?: string }
    if (event !== 'started' || !url) continue
    child.stdout.resume()
    return { child, port: Number(new URL(url).port) }
  }
  throw new DOMException('The process ended before it listened.', 'AbortError')
}

async function quantityAt({ port }: Api): Promise<string | undefined> {
  const url = `http://127.0.0.1:${port}/v1/account/${owner}/balance?currency=usd`
  const { balances } = (await (await fetch(url)).json()) as {
    readonly balances: readonly { readonly quantity: { readonly numeric: string } }[]
  }
  return balances[0]?.quantity.numeric
}

/** Asks the processes in turn, and the next one where one does not answer. Counts answers. */
async function startBalancer(apis: readonly Api[]) {
  const answered = apis.map(() => 0)
  let turn = 0
  const server = createServer((request, response) => {
    const { method, headers, url } = request
    const pass = (at: number, left: number) => {
      const passed = ask({ port: apis[at]?.port, host: '127.0.0.1', method, headers, path: url })
      passed.once('response', answer => {
        answered[at] = (answered[at] ?? 0) + 1
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      passed.once('error', () => {
        if (left > 0 && !response.headersSent) pass((at + 1) % apis.length, left - 1)
        else response.destroy()
      })
      passed.end()
    }
    pass(turn++ % apis.length, apis.length - 1)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    close: () => server.close(),
  }
}

test.describe('three processes of a backend', () => {
  test.skip(!findPostgres(), 'no PostgreSQL server is installed here')
  let server: Postgres
  let indexer: Backend
  let apis: readonly Api[] = []
  let balancer: Awaited<ReturnType<typeof startBalancer>>
  test.beforeAll(async () => {
    server = await startPostgres(findPostgres() ?? '')
    const options: BackendOptions = {
      database: await server.create(),
      origins: [new URL(hostUrl).origin],
      chains: [
        {
          id: 'eip155:1',
          rpc: [nodeOf(1)],
          index: 'chain',
          startBlock: Number(await askNode(nodeOf(1), 'eth_blockNumber', [])) + 1,
          native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
      prices: [{ asset: 'eip155:1:native', currency: 'usd', from: { fixed: '3000' } }],
    }
    indexer = await startBackend({ ...options, port: 0, roles: ['indexer', 'worker'] })
    apis = await Promise.all([1, 2, 3].map(() => startApi(options)))
    balancer = await startBalancer(apis)
  })
  test.afterAll(async () => {
    for (const { child } of apis) child.kill('SIGKILL')
    balancer?.close()
    await indexer?.stop()
    await server?.stop()
  })
  const pay = async (value: bigint) => {
    const node = nodeOf(1)
    await askNode(node, 'anvil_setBalance', [payer, hex(10n * ether)])
    await askNode(node, 'anvil_impersonateAccount', [payer])
    await askNode(node, 'eth_sendTransaction', [{ from: payer, to: owner, value: hex(value) }])
    const block = Number(await askNode(node, 'eth_blockNumber', []))
    await expect
      .poll(() => indexer.indexes[0]?.block ?? 0, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(block)
  }

  test('the modal reads balances and history from three processes of a backend, and goes on while one dies', async ({
    page,
    visit,
  }) => {
    await askNode(nodeOf(1), 'anvil_setBalance', [owner, '0x0'])
    await pay(2n * ether)
    await visit({
      host: { chains: { eip155: evm, backend: { url: balancer.url }, balances: {}, history: {} } },
      wallets: [wallet('Fox', [], { accounts: [key], remember: true })],
    })
    await connect(page)
    await expect(modal(page).getByText('$6,000.00', { exact: true }).first()).toBeVisible()
    await modal(page).getByRole('tab', { name: 'Activity' }).click()
    await expect(activity(page, '+2 ETH')).toBeVisible()

    const before = [...balancer.answered]
    for (const { child } of apis.slice(0, 1)) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    await pay(ether)
    // Each process caches balances for 10 s.
    await expect
      .poll(() => Promise.all(apis.slice(1).map(quantityAt)), { timeout: 20_000 })
      .toEqual(['3', '3'])
    await page.reload()
    await page.waitForFunction(() => 'host' in window)
    await expect(connectButton(page)).toHaveText(short(owner))
    await connectButton(page).click()
    await expect(modal(page).getByText('$9,000.00', { exact: true }).first()).toBeVisible()
    await modal(page).getByRole('tab', { name: 'Activity' }).click()
    await expect(activity(page, '+1 ETH')).toBeVisible()
    await expect(modal(page).getByText('These balances come from the network itself.')).toBeHidden()
    const [dead = 0, ...others] = balancer.answered.map((count, at) => count - (before[at] ?? 0))
    expect(dead).toBe(0)
    for (const count of others) expect(count).toBeGreaterThan(0)
    await askNode(nodeOf(1), 'anvil_setBalance', [owner, '0x0'])
  })
})
