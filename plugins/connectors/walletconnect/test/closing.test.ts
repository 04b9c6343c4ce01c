import { startRelay } from '@portico/devnet'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openRelayClient } from '../src/lazy/relay-client.js'

let relay: Awaited<ReturnType<typeof startRelay>>
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(() => relay.stop())

it('a line that is closed takes its open links along: none of them is an error of the page minutes later', async () => {
  const report = vi.fn()
  const line = await openRelayClient({ projectId: 'local', relayUrl: relay.url }, report)
  const asked = { tally: { chains: ['tally:main' as const], methods: ['tally_sign'], events: [] } }
  const { uri, approval } = await line.propose(asked, new AbortController().signal)
  expect(uri).toMatch(/^wc:/)
  const refused = expect(approval).rejects.toBeDefined()
  await line.close()
  await refused
  expect(report).not.toHaveBeenCalled()
})
