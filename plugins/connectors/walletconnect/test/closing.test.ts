import { startRelay } from '@portico/devnet'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openRelayClient } from '../src/relay/relay-client.js'

let relay: Awaited<ReturnType<typeof startRelay>>
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(() => relay.stop())

it('closing the relay client rejects its open links, so none of them becomes an unhandled error minutes later', async () => {
  const report = vi.fn()
  const client = await openRelayClient({ projectId: 'local', relayUrl: relay.url }, report)
  const requested = {
    tally: { chains: ['tally:main' as const], methods: ['tally_sign'], events: [] },
  }
  const { uri, approval } = await client.propose(requested, new AbortController().signal)
  expect(uri).toMatch(/^wc:/)
  const refused = expect(approval).rejects.toBeDefined()
  await client.close()
  await refused
  expect(report).not.toHaveBeenCalled()
})
