/**
 * Pairing and signing in by one approval: Portico's own relay, which speaks WalletConnect's public
 * protocol, WalletConnect's own library on both sides, and a server that mounts the handler of the
 * package.
 */
import { devAccounts } from '@portico/devnet'
import { createPocket, type Pocket } from '@portico/pocket'
import { startSignInSite } from '../fixtures/sign-in-server.js'
import { host, link, networkIds, openCode, test } from './remote-wallet.js'
import {
  connectButton,
  dialog,
  expect,
  fact,
  hostUrl,
  inModal,
  nodeOf,
  prepare,
  relayUrl,
  title,
} from './visit.js'

const walletThat = (signsIn: boolean): Promise<Pocket> =>
  createPocket({
    relayUrl,
    chains: { [networkIds.ethereum]: nodeOf(1), [networkIds.base]: nodeOf(8453) },
    keys: { eip155: [devAccounts[5].privateKey] },
    resendAfterMs: 1_000,
    signsIn,
  })

test('one approval pairs and signs in, and a wallet without that support pairs and then signs', async ({
  context,
  page,
}) => {
  const site = await startSignInSite({ pages: hostUrl })
  const [knowing, plain] = await Promise.all([walletThat(true), walletThat(false)])
  const sessions = () =>
    page.evaluate(
      () => (window.host.slice('siwx') as { readonly sessions: readonly unknown[] }).sessions,
    )
  const verified = () => site.answered.filter(answer => answer === 'POST verify 200').length
  await prepare(
    context,
    host(relayUrl, { siwx: { server: '/auth', statement: 'Read your notes.' } }),
  )
  await page.goto(site.url)
  await page.waitForFunction(() => 'host' in window)

  await openCode(page)
  await knowing.pair(await link(page))
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(fact(page, 'status connected')).toBeVisible()
  const mine = { address: devAccounts[5].address, network: networkIds.ethereum }
  expect(
    [await sessions(), verified(), knowing.calls],
    'the server has seen a signature, and the wallet no request after its approval',
  ).toEqual([[expect.objectContaining(mine)], 1, []])
  const kept = await page.evaluate(() => fetch('/auth/session').then(answer => answer.json()))
  expect(kept).toMatchObject({ sessions: [mine] })
  // What the library needed for it is not left on the page.
  expect(await page.evaluate(() => 'Buffer' in window)).toBe(false)
  await page.evaluate(() => window.host.disconnect())
  await expect.poll(() => knowing.sessions).toEqual([])
  await expect.poll(sessions).toEqual([])

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(connectButton(page)).toHaveText('Connect wallet')
  await openCode(page)
  await plain.pair(await link(page))
  await expect(title(page, 'Sign in')).toBeVisible()
  await inModal(page, 'Sign').click()
  await expect.poll(sessions).toEqual([expect.objectContaining(mine)])
  expect([verified(), plain.calls.map(({ method }) => method)]).toEqual([2, ['personal_sign']])
  expect([site.refused, await page.evaluate(() => window.host.errors)]).toEqual([[], []])
  await Promise.all([knowing.stop(), plain.stop(), site.close()])
})
