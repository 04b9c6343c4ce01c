/** The keys of the embedded wallet in each engine: its worker, its storage, its WebCrypto. */
import { join } from 'node:path'
import { judge as judgeSolana } from '@portico/signatures/solana'
import { release } from '../../../sdk/wallet-frame/test/key-rig.js'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'
import type { Tab } from './driver.js'
import { test as base, expect } from './visit.js'

interface Fixtures {
  readonly tab: Tab
}
const test = base.extend<Fixtures>({
  tab: async ({ engine, engineName }, use) => {
    const folder = join(root, 'examples/acceptance/fixtures/wallet-keys')
    const server = await serve(await buildPage(folder, `wallet-keys-${engineName}`))
    const tab = await engine.newTab()
    await tab.open(server.url)
    await use(tab)
    await tab.close()
    await server.close()
  },
})
const person = 'person-1'

test('a wallet is made, opened after a reload with a sealed server share, and signs with the same account', async ({
  tab,
}) => {
  const made = await tab.run(async person => {
    const { version, share } = await window.keys.create({ person })
    await window.keys.confirmShares(version)
    const accounts = await window.keys.accounts({ networks: [{ namespace: 'solana' }] })
    return { version, share, address: accounts[0]?.address ?? '' }
  }, person)
  await tab.reload()
  const newLoginKey = () => tab.run(() => window.keys.newLoginKey())
  const released = await release({ newLoginKey }, { person, ...made })
  const signature = await tab.run(
    async ask => {
      await window.keys.open(ask)
      const result = await window.keys.sign({ kind: 'solana/message', message: btoa('hello') })
      return 'signature' in result ? result.signature : ''
    },
    { person, released },
  )
  expect(judgeSolana(made.address, 'hello', signature)).toEqual({ scheme: 'ed25519' })
})

test('a recovery code opens the wallet, and a wrong one is named', async ({ tab }) => {
  const made = await tab.run(async person => {
    const { version, share } = await window.keys.create({ person })
    const code = await window.keys.newRecoveryCode()
    const { blob } = await window.keys.wrapRecovery({ kind: 'code', code })
    const other = await window.keys.newRecoveryCode()
    return { version, share, code, other, blob, words: await window.keys.exportWords() }
  }, 'person-2')
  const newLoginKey = () => tab.run(() => window.keys.newLoginKey())
  const { version, share, blob } = made
  const released = await release({ newLoginKey }, { person, version, share })
  const recover = (code: string) =>
    tab.run(
      async ask => {
        try {
          await window.keys.recover(ask)
          return await window.keys.exportWords()
        } catch (error) {
          return (error as { readonly code?: string }).code
        }
      },
      { person, released, blob, secret: { kind: 'code' as const, code } },
    )
  expect(await recover(made.other)).toBe('RECOVERY_WRONG')
  expect(await recover(made.code)).toBe(made.words)
})
